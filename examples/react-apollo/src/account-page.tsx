import { useQuery } from '@apollo/client/react';
import { AccountDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import { ShowMore } from './show-more.tsx';

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** What was booked to the account of the user, with its invoices: plain links, because the browser sends the cookie with them. */
export const AccountPage = () => {
  const { data, error, loading, refetch, fetchMore } = useQuery(AccountDocument);
  if (loading) return <p className="hint">Opening your account…</p>;
  const entries = data?.viewer?.accountEntries;
  if (!entries) return error === undefined ? null : <Problem error={error} retry={refetch} />;
  const { balance, edges, pageInfo } = entries;
  return (
    <>
      <title>My account · Marketplace</title>
      <h1>My account</h1>
      {error === undefined ? null : <Problem error={error} retry={refetch} />}
      {balance === null ? null : <p>Balance: {balance.formatted ?? balance.amount}</p>}
      {edges.length === 0 && error === undefined ? <p>Nothing was booked yet.</p> : null}
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
      <ShowMore pageInfo={pageInfo} load={(after) => fetchMore({ variables: { after } })} />
    </>
  );
};
