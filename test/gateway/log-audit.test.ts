import { expect, it } from 'vitest';
import { startTracing } from '../../src/gateway/observability/tracing/start-tracing.ts';
import { Secret } from '../../src/rest/call/credentials.ts';
import { sampled } from '../support/effort.ts';
import { captureLog } from '../support/running-gateway.ts';
import { type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';
import { startOtlpReceiver } from './observability/tracing/otlp-receiver.ts';
import { tracingOptions } from './observability/tracing/traced-gateway.ts';

/** Every secret that passes through has this in it. */
const CANARY = 'canary5ecret';

const secrets = {
  token: `${CANARY}-token`,
  password: `${CANARY}-password`,
  clientSecret: `${CANARY}-client-secret`,
  refreshToken: `${CANARY}-refresh`,
};

const client = { clientId: 'app', clientSecret: secrets.clientSecret };

const signInText =
  'mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken refreshToken } userErrors { code } } }';
const refreshText =
  'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { session { accessToken } userErrors { code } } }';
const clientText =
  'mutation ($input: StartClientSessionInput!) { startClientSession(input: $input) { session { accessToken } userErrors { code } } }';

const grants: readonly (readonly [string, object])[] = [
  [signInText, { username: 'ann', password: secrets.password, client }],
  [refreshText, { refreshToken: secrets.refreshToken, client }],
  [clientText, { client }],
];

const granted = {
  Access_token: secrets.token,
  Refresh_token: secrets.refreshToken,
  Token_type: 'Bearer',
  Expires_in: 60,
};

/** Responses of the token endpoint, good, bad and broken, all with secrets in them. */
const tokenResponses: readonly object[] = [
  { json: granted },
  { json: { ...granted, Expires_in: { odd: secrets.token }, Token_type: [secrets.token] } },
  { json: { Error: secrets.password, Error_description: secrets.clientSecret } },
  { status: 400, json: { error: 'invalid_grant', error_description: secrets.password } },
  { status: 401, json: { Message: secrets.password } },
  { status: 429, json: { Message: secrets.password }, headers: { 'retry-after': secrets.token } },
  { status: 500, body: `<html>${secrets.password}</html>` },
  { body: `{"Access_token": ${secrets.token}}` },
  { body: `<html>${secrets.token}</html>`, headers: { 'content-type': 'text/html' } },
  { status: 302, headers: { location: `https://elsewhere.example/?token=${secrets.token}` } },
  { json: granted, reset: 'mid-body' },
  { reset: 'before-headers' },
  { raw: `HTTP/1.1 200 OK\r\nx-odd: ${secrets.token}\0\r\n\r\n` },
];

const listingResponses: readonly object[] = [
  { json: { PKID: 7, Title: { [secrets.token]: secrets.token }, Condition: secrets.token } },
  { status: 401, json: { Message: secrets.token } },
  { status: 403, json: { Message: secrets.token } },
  { status: 422, json: { Message: `Bearer ${secrets.token}` } },
  { body: secrets.token },
  { status: 503, body: secrets.token },
  { reset: 'after-headers' },
];

/** Headers of hostile callers. */
const headersOfCallers: readonly Readonly<Record<string, string>>[] = [
  { authorization: `Bearer ${secrets.token}` },
  { authorisation: `Bearer ${secrets.token}` },
  { authorization: `Bearer ${secrets.token}`, authorisation: `Bearer ${secrets.token}-other` },
  { authorization: `Basic ${secrets.token}` },
  { authorization: secrets.token },
  { authorization: `Bearer ${secrets.token} ${secrets.token}` },
  { authorization: `Bearer ${secrets.token}\u00E9` },
  { authorization: `Bearer ${secrets.token.repeat(900)}` },
  { cookie: `token=${secrets.token}`, authorization: `Bearer ${secrets.token}` },
  { traceparent: secrets.token, 'x-forwarded-for': secrets.token, authorization: `Bearer ${secrets.token}` },
];

const ask = async (gateway: ScriptedGateway, text: string, variables: object, headers = {}): Promise<void> => {
  await gateway.query(text, { variables: { ...variables }, headers }).catch(() => null);
};

/** Everything that secrets go through, gone through. */
const runEverything = async (gateway: ScriptedGateway): Promise<void> => {
  for (const response of tokenResponses) {
    gateway.upstream.on('POST', '/v1/token', response);
    for (const [text, input] of grants) await ask(gateway, text, { input });
  }
  for (const odd of ['\r\n', '\0', ' ', 'é']) {
    const input = { username: 'ann', password: secrets.password + odd, client };
    await ask(gateway, signInText, { input });
    await ask(gateway, clientText, { input: { client: { clientId: 'a', clientSecret: secrets.clientSecret + odd } } });
  }
  await ask(
    gateway,
    `mutation { signIn(input: { username: "a", password: "${secrets.password}" }) { userErrors { code } } }`,
    {},
  );
  await ask(gateway, `query ${secrets.token}" {`, {});
  await ask(gateway, signInText, { input: { password: [secrets.password] } });
  for (const [at, response] of listingResponses.entries()) {
    gateway.upstream.on('GET', '/v1/listings/{id}', response);
    for (const headers of sampled(5, headersOfCallers, at)) {
      await ask(gateway, '{ listing(id: "Listing:7") { title condition } sections { label } }', {}, headers);
    }
  }
  for (const headers of sampled(2, headersOfCallers)) {
    const photo = { method: 'POST', headers: { ...headers, 'content-type': 'image/jpeg' }, body: secrets.token };
    await gateway.fetch('/listings/7/photos', photo).catch(() => null);
    await gateway.fetch(`/invoices/7?kind=${secrets.token}`, { headers }).catch(() => null);
    await gateway.fetch(`/${secrets.token}?token=${secrets.token}`, { headers }).catch(() => null);
  }
  await gateway.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"query": "{ a }", "variables": {"password": ${secrets.password}}}`,
  });
};

it('The log, the metrics and the traces hold no token, password, client secret or refresh token, at any level, whatever goes wrong', async () => {
  await using collector = await startOtlpReceiver();
  const traceLog = captureLog();
  const { options } = tracingOptions(collector.url, {
    headers: new Secret(`api-key=${CANARY}`),
    log: traceLog.log,
  });
  const tracer = startTracing(options);
  const gateway = await startScriptedGateway({
    tracer,
    operationLog: 'on',
    application: { clientId: 'own', clientSecret: new Secret(secrets.clientSecret) },
  });
  await runEverything(gateway);
  const metrics = await (await gateway.fetch('/metrics')).text();
  const { logLines } = gateway;
  await gateway[Symbol.asyncDispose]();
  await tracer[Symbol.asyncDispose]();
  // Every step left a line, so there is something to look at.
  expect(logLines.length).toBeGreaterThan(50);
  expect(collector.spans.length).toBeGreaterThan(100);
  expect([...logLines, ...traceLog.lines].filter((line) => line.includes(CANARY))).toEqual([]);
  expect(metrics.split('\n').filter((line) => line.includes(CANARY))).toEqual([]);
  expect(collector.text).not.toContain(CANARY);
});
