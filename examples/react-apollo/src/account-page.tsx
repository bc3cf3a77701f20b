import { useQuery } from '@apollo/client/react';
import { AccountDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** What was booked to the account of the user, with its invoices: plain links, because the browser sends the cookie with them. */
export const AccountPage = () => {
  const { data, error, refetch } = useQuery(AccountDocument);
  const problem = error === undefined ? null : <Problem text={error.message} retry={refetch} />;
  if (!data?.viewer) return problem ?? <p className="hint">Opening your account…</p>;
  const { balance, edges = [] } = data.viewer.accountEntries ?? {};
  return (
    <>
      <title>My account · Marketplace</title>
      <h1>My account</h1>
      {problem}
      {balance === undefined || balance === null ? null : <p>Balance: {balance.formatted ?? balance.amount}</p>}
      {edges.length === 0 && problem === null ? <p>Nothing was booked yet.</p> : null}
      <ul className="entries">
        {edges.map(({ node: { id, recordedAt, description, amount, invoice } }) => (
          <li key={id} className="panel">
            <span>
              {description} <small>{recordedAt === null ? '' : dateFormat.format(new Date(recordedAt))}</small>
            </span>
            <span className="price">{amount?.formatted ?? amount?.amount}</span>
            {invoice === null ? null : (
              <a href={invoice.downloadUrl} target="_blank" rel="noreferrer">
                Invoice {invoice.orderId}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
