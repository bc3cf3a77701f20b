/** A secret that was changed at the service first costs the service hardly a call, and one address may renew many sessions. */
import { createHttpClient } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { sendGood, startPlainService } from '../load/plain-service.ts';
import { startProgramAt } from '../load/program.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';

const LANES = 16;
const MOST_TOKEN_CALLS = 10;
const MOST_LINES = 10;

/** Has visitors read lists for which the gateway's own application is refused. */
const refuse = async (oracle: Oracle, main: string, visitors: number): Promise<string> => {
  let tokenCalls = 0;
  await using service = await startPlainService(({ endpoint, response, good }) => {
    if (endpoint !== 'requestToken') sendGood(response, good, good.bytes);
    else {
      tokenCalls += 1;
      response.writeHead(401).end();
    }
    return true;
  });
  await using program = await startProgramAt(main, service.url, {
    NODE_ENV: 'production',
    LISTINGS_CLIENT_ID: 'app',
    LISTINGS_CLIENT_SECRET: 'secret-before-the-change',
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    ...calm,
  });
  using client = createHttpClient(program.url, LANES);
  const before = program.lines.length;
  const codes = new Set<string>();
  await inLanes(visitors, LANES, async () => {
    const reply = await client.operation({ query: '{ lookups { fuels { key label } } }' });
    oracle.judge(reply, 'a visitor');
    codes.add(/"reason":"([A-Z_]+)"/.exec(reply.text)?.[1] ?? String(codesIn(reply)[0]));
  });
  oracle.count(visitors);
  const lines = program.lines.slice(before).filter((line) => /"level":(40|50)/.test(line)).length;
  if (tokenCalls > MOST_TOKEN_CALLS) oracle.fail(`${tokenCalls} calls for a token left for ${visitors} visitors.`);
  if (lines > MOST_LINES) oracle.fail(`${lines} lines of the log warn of it.`);
  if ([...codes].join() !== 'TOKEN_MISSING') oracle.fail(`Visitors get ${[...codes].join(', ')}.`);
  return `${tokenCalls} calls for a token and ${lines} warnings for ${figure(visitors)} visitors, ${[...codes].join(', ')}`;
};

/** A machine that is busy with other things is no overload here. */
const calm = { OVERLOAD_EVENT_LOOP_MS: '60000' } as const;

const renewal = `mutation ($input: RefreshSessionInput!) {
  refreshSession(input: $input) { session { accessToken } userErrors { code } }
}`;

/** Has phones behind one address renew their sessions. */
const renew = async (oracle: Oracle, main: string, phones: number): Promise<string> => {
  await using service = await startPlainService();
  await using program = await startProgramAt(main, service.url, {
    NODE_ENV: 'production',
    SIGN_IN_PER_ADDRESS: '20',
    ...calm,
  });
  using client = createHttpClient(program.url, LANES);
  let renewed = 0;
  await inLanes(phones, LANES, async (phone) => {
    const input = { refreshToken: `refresh-token-${phone}`, client: { clientId: 'a', clientSecret: 'b' } };
    const reply = await client.operation({ query: renewal, variables: { input } });
    oracle.judge(reply, 'a renewal');
    if (codesIn(reply).length === 0 && reply.text.includes('accessToken')) renewed += 1;
    else oracle.fail(`A renewal got ${reply.text.slice(0, 200)}`);
  });
  oracle.count(phones);
  return `${figure(renewed)} of ${figure(phones)} sessions renewed from one address`;
};

/**
 * Tries what many ask for tokens.
 *
 * @param clients visitors, and phones
 * @param main path of the compiled `main.js`
 */
export const runManyTokens = async (clients: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  return oracle.outcome('tokens for many', null, [
    `a changed secret: ${await refuse(oracle, main, clients)}`,
    `renewals behind one address: ${await renew(oracle, main, clients)}`,
  ]);
};
