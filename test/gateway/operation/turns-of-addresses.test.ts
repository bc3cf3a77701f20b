import { expect, it } from 'vitest';
import { openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const requestOf = (address: string, query: string): string => {
  const body = JSON.stringify({ query });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

const MANY = 90;
const MARK = '"mark"';

it.each([
  ['a new one', '{ other: __typename }', '"other"'],
  ['that of a sign-in', 'mutation ($input: SignInInput!) { signIn(input: $input) { __typename } }', '"errors"'],
])('Documents of one address, all new, are not all read before that of another: %s', async (_what, query, answer) => {
  await using gateway = await startScriptedGateway({ trustedProxies: 1 });
  // What comes at one moment comes on connections that the gateway has taken before.
  const connect = async () => {
    const connection = await openConnection(gateway.url, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.until('alive');
    return connection;
  };
  const many = await Promise.all(Array.from({ length: MANY }, connect));
  using other = await connect();
  for (const [at, { socket }] of many.entries()) {
    socket.write(requestOf('198.51.100.7', `{ a${at}: __typename mark: __typename }`));
  }
  other.socket.write(requestOf('203.0.113.7', query));
  await other.until(answer);
  const served = many.filter(({ received }) => received.includes(MARK)).length;
  await Promise.all(many.map((connection) => connection.until(MARK)));
  for (const connection of many) connection[Symbol.dispose]();
  expect(served).toBeLessThan(MANY / 2);
});
