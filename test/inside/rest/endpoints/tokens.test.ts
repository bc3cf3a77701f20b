import { expect, it } from 'vitest';
import { InvalidCredentialInputError, Secret } from '../../../../src/rest/call/credentials.ts';
import { requestToken } from '../../../../src/rest/endpoints/tokens.ts';
import { sampled } from '../../../support/effort.ts';
import { startScriptedCalls } from '../scripted-calls.ts';

const client = { clientId: 'app', clientSecret: new Secret('canary-secret') };

it('A password never reaches the service changed, whichever character from U+0000 to U+00FF it has, wherever', async () => {
  await using connected = await startScriptedCalls();
  const { upstream, service } = connected;
  upstream.on('POST', '/v1/token', { json: { Access_token: 'token' } });
  const codes = sampled(
    4,
    Array.from({ length: 0x100 }, (_, code) => code),
  );
  for (const code of codes) {
    const character = String.fromCharCode(code);
    for (const password of [`a${character}b`, `${character}b`, `a${character}`]) {
      const before = upstream.count();
      const grant = { grant: 'password', client, username: 'ana', password: new Secret(password) } as const;
      const result = await requestToken(service, grant).catch((error: unknown) => error);
      const isRefused = result instanceof InvalidCredentialInputError;
      expect(upstream.count() - before).toBe(isRefused ? 0 : 1);
      expect(isRefused || upstream.requests.at(-1)?.headers['password'] === password).toBe(true);
    }
  }
  // A space may stand within, everything else that is visible anywhere.
  expect(upstream.count()).toBe(codes.filter((code) => code > 0x20 && code < 0x7f).length * 3 + 1);
});
