import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/log/logger.ts';
import { AccessToken, Secret } from '../../../src/rest/call/credentials.ts';
import { UpstreamFailure } from '../../../src/rest/call/failure.ts';
import { captureLog } from '../../support/running-gateway.ts';

const CANARY = 'canary-1f9a';
const token = AccessToken.parse(CANARY);

const requestWithToken = (): IncomingMessage => {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  request.url = `/graphql?token=${CANARY}`;
  request.headers = { authorisation: `Bearer ${CANARY}` };
  return request;
};

const responseWithCookie = (): ServerResponse => {
  const response = new ServerResponse(requestWithToken());
  response.setHeader('set-cookie', CANARY);
  return response;
};

const circular = (): object => {
  const ring: Record<string, unknown> = { password: CANARY };
  ring['again'] = ring;
  return ring;
};

const unreadable = (): unknown => {
  try {
    return JSON.parse(`{"Access_token": ${CANARY}}`);
  } catch (error) {
    return error;
  }
};

const errorWith = (properties: object): Error => Object.assign(new Error('It failed.'), properties);

describe('The log', () => {
  it.each<readonly [string, () => object]>([
    ['a token', () => ({ token })],
    ['a token under another name', () => ({ given: token })],
    ['a secret deep in an object', () => ({ client: { all: [{ value: new Secret(CANARY) }] } })],
    ['text beside a telling name', () => ({ client_secret: CANARY, deep: { Refresh_token: CANARY } })],
    ['a header in the spelling of the service', () => ({ headers: { Authorisation: `Bearer ${CANARY}` } })],
    ['a header in the usual spelling', () => ({ headers: { Authorization: CANARY, cookie: CANARY } })],
    ['a request', () => ({ request: requestWithToken() })],
    ['a request, handed over as the line itself', requestWithToken],
    ['a response', () => ({ res: responseWithCookie() })],
    ['a response, handed over as the line itself', responseWithCookie],
    ['headers of the platform', () => ({ given: new Headers({ authorization: CANARY }) })],
    ['bytes', () => ({ body: Buffer.from(CANARY), same: new Uint8Array(Buffer.from(CANARY)) })],
    ['an address', () => ({ url: new URL(`https://ann:${CANARY}@host.example/path?token=${CANARY}#${CANARY}`) })],
    ['a map', () => ({ map: new Map([['token', CANARY]]) })],
    ['something that holds itself', circular],
    ['an error whose message quotes a header', () => new Error(`Invalid header authorisation: "${CANARY}"`)],
    ['an error whose message quotes a bearer token', () => ({ err: new Error(`Bearer ${CANARY} is no good`) })],
    ['an error whose message quotes a form', () => ({ err: new Error(`grant_type=password&password=${CANARY}&x=1`) })],
    [
      'an error whose message quotes an address',
      () => ({ err: new Error(`GET http://h.example/a?key=${CANARY} failed`) }),
    ],
    ['an error about text that is no JSON', () => ({ err: unreadable() })],
    ['the cause of an error', () => ({ err: new Error('It failed.', { cause: new Error(CANARY) }) })],
    ['what an error carries', () => ({ err: errorWith({ request: { headers: [CANARY] }, headers: CANARY }) })],
    ['an error under another name', () => ({ why: { reason: errorWith({ config: CANARY }) } })],
    ['many errors in one', () => ({ err: new AggregateError([new Error(CANARY)], 'All failed.') })],
  ])('does not show %s', (_what, makeLine) => {
    const { log, lines } = captureLog();
    log.error(makeLine());
    log.trace(makeLine(), 'with a message');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(CANARY);
  });

  it.each([
    `Bearer ${CANARY}`,
    `authorisation: Bearer ${CANARY}`,
    `{"refresh_token":"${CANARY}"}`,
    `the password = '${CANARY}'`,
    `https://ann:${CANARY}@host.example/`,
    `eyJhbGciOi.${CANARY}.sig`,
    `0123456789${CANARY.repeat(4)}`,
  ])('takes secrets out of its messages too: %s', (message) => {
    const { log, lines } = captureLog();
    log.info(message);
    log.info({ text: `it said ${message}` }, 'ok');
    expect(lines.join('')).not.toContain(CANARY);
    expect(lines.join('')).toContain('[redacted]');
  });

  it('shows of a mistake of ours the type, message, code and stack', () => {
    const { log, lines } = captureLog();
    log.error({ err: Object.assign(new RangeError('The index is 7 of 3.'), { code: 'E_INDEX' }) }, 'A route failed.');
    const { err, msg } = JSON.parse(lines[0] ?? '');
    expect(msg).toBe('A route failed.');
    expect(err).toEqual({
      type: 'RangeError',
      message: 'The index is 7 of 3.',
      code: 'E_INDEX',
      stack: expect.stringMatching(/^RangeError: The index is 7 of 3\.\n {4}at .*logger\.test\.ts/),
    });
  });

  it('shows of a call that failed the operation, the status and the reason', () => {
    const { log, lines } = captureLog();
    const operation = 'POST /v1/token';
    log.warn(
      { err: new UpstreamFailure('http_passing', { operation, status: 503, systemCode: 'ECONNRESET' }) },
      'It failed.',
    );
    expect(JSON.parse(lines[0] ?? '').err).toEqual({
      type: 'UpstreamFailure',
      message: 'POST /v1/token: http passing',
      operation,
      status: 503,
      reason: 'ECONNRESET',
    });
  });

  it('leaves alone what is no secret', () => {
    const { log, lines } = captureLog();
    const line = {
      requestId: 'x'.repeat(64),
      path: ['listing', 0, 'title'],
      at: '2025-06-15T12:00:00.000Z',
      count: 3,
      none: null,
      text: 'Set LISTINGS_CLIENT_SECRET and the token lifetime.',
    };
    log.info({ ...line, at: new Date(line.at), big: 2n ** 60n }, 'fine');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...line, big: '1152921504606846976', msg: 'fine' });
  });

  it('names the worker on every line where there are several', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }, 3)
      .child({ part: 'gateway' })
      .info('ready');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ worker: 3, part: 'gateway', msg: 'ready' });
  });
});
