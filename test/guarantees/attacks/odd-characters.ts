/** Every character from U+0000 to U+00FF in credentials and in tokens: it arrives as it is, or nothing is sent. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inLanes } from '../lanes.ts';
import type { Oracle } from '../oracle.ts';
import { jsonOf } from '../reply-form.ts';
import { type TriedGateway, tryGateway } from '../tried-gateway.ts';

const CHARACTERS = 256;
const LANES = 8;

const mutation = /* GraphQL */ `
  mutation ($input: SignInInput!) {
    signIn(input: $input) {
      session {
        tokenType
      }
      userErrors {
        code
      }
    }
  }
`;

/** A header of a request as the service saw it: after the target come names and values in turn. */
const headerOf = (seen: string, name: string): string | null => {
  const lines = seen.split('\n');
  const at = lines.findIndex((line, number) => number % 2 === 1 && line.toLowerCase() === name);
  return at < 0 ? null : (lines[at + 1] ?? null);
};

const tryCredential = async (
  { client, service, own }: TriedGateway,
  parameter: 'username' | 'password',
  value: string,
  oracle: Oracle,
): Promise<void> => {
  const id = `odd-${parameter}-${Buffer.from(value).toString('hex')}`;
  const input = {
    username: 'user',
    password: 'word',
    client: { clientId: 'a', clientSecret: 'b' },
    [parameter]: value,
  };
  const reply = await client.operation({ query: mutation, variables: { input }, id });
  const what = `${parameter} ${JSON.stringify(value)}`;
  oracle.judge(reply, what, 'graphql', own);
  const [seen, ...others] = service.seen.filter((each) => each.id === id);
  if (others.length > 0) oracle.fail(`${what}: asked ${others.length + 1} times`);
  if (seen !== undefined && headerOf(seen.text, parameter) !== value) oracle.fail(`${what}: arrives as something else`);
  if (seen === undefined && !JSON.stringify(jsonOf(reply)).includes('"INVALID"')) {
    oracle.fail(`${what}: neither sent nor refused: ${reply.text}`);
  }
  oracle.count();
};

/** Sends a request whose token has the character, byte for byte: no HTTP client would. */
const sendToken = async ({ gateway }: TriedGateway, token: string, id: string): Promise<string> => {
  const body = '{"query":"{ viewer { name } }"}';
  const socket = connect(Number(gateway.url.port), gateway.url.hostname);
  socket.on('error', () => {});
  socket.end(
    Buffer.from(
      `POST /graphql HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}\r\n\r\n${body}`,
      'latin1',
    ),
  );
  return text(socket).catch(() => '');
};

const tryToken = async (tried: TriedGateway, token: string, oracle: Oracle): Promise<void> => {
  const { service, own } = tried;
  const id = `odd-token-${Buffer.from(token).toString('hex')}`;
  const raw = await sendToken(tried, token, id);
  const what = `token ${JSON.stringify(token)}`;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
  if (status !== 0 && status !== 200 && (status < 400 || status > 499)) oracle.fail(`${what}: the status is ${status}`);
  if (own.some((host) => raw.includes(host))) oracle.fail(`${what}: the reply shows the service: ${raw}`);
  for (const seen of service.seen.filter((each) => each.id === id)) {
    // HTTP takes spaces around a value off, and a space ends a token.
    if (headerOf(seen.text, 'authorisation') !== `Bearer ${token.trim()}`)
      oracle.fail(`${what}: arrives as something else`);
  }
  oracle.count();
};

/** Tries every character within a password and a token; where it is wanted, also at the ends, and of a username. */
export const tryOddCharacters = (everywhere: boolean, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'odd characters', {}, async (tried) => {
    await inLanes(CHARACTERS, LANES, async (code) => {
      const character = String.fromCharCode(code);
      const within = `a${character}b`;
      // Each of them once: at "a" and at "b" two are the same.
      for (const value of new Set(everywhere ? [`${character}ab`, within, `ab${character}`] : [within])) {
        if (everywhere) await tryCredential(tried, 'username', value, oracle);
        await tryCredential(tried, 'password', value, oracle);
      }
      // A line break ends the header, and what follows is another one.
      if (!/[\r\n]/.test(character)) await tryToken(tried, within, oracle);
    });
  });
