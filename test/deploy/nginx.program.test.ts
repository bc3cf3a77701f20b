import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../src/gateway/uploads/read-upload.ts';
import { largePicture } from '../gateway/uploads/photo-gateway.ts';
import { accountPassword, credentialsOf, liveApplication } from '../support/accounts.ts';
import { type GraphqlResponse, postOperation } from '../support/graphql-client.ts';
import { captureLog, type RunningGateway, startGatewayAt, TestClock } from '../support/running-gateway.ts';
import { type World, startWorld } from '../support/world.ts';
import { isNginxSkipped, type RunningNginx, startIngress, startNginx } from './running-nginx.ts';

const SIGN_IN = `mutation ($username: String!, $password: String!) {
  signIn(input: { username: $username, password: $password }) { session { accessToken } userErrors { code } }
}`;

const variables = { username: 'seller', password: accountPassword };

const startEgress = ({ service }: World): Promise<RunningNginx> =>
  startNginx('egress.conf', '127.0.0.1:8080', {
    'server marketplace.example:443;': `server ${service.origin.host};`,
    'proxy_pass https:': 'proxy_pass http:',
  });

const startGatewayBehind = ({ origin }: RunningNginx): Promise<RunningGateway> =>
  startGatewayAt(
    new URL('/api', origin),
    { application: credentialsOf(liveApplication) },
    new TestClock(),
    captureLog(),
  );

const signedIn = ({ body }: GraphqlResponse) => JSON.stringify(body).includes('accessToken');

describe.skipIf(isNginxSkipped)('deploy/nginx/ingress.conf', () => {
  it('serves operations, and keeps to itself what is not for clients', async () => {
    await using world = await startWorld();
    await using nginx = await startIngress(world);
    expect((await postOperation(new URL('/graphql', nginx.origin), '{ __typename }')).body).toEqual({
      data: { __typename: 'Query' },
    });
    const statuses = ['/metrics', '/livez', '/readyz'].map(
      async (path) => (await fetch(new URL(path, nginx.origin))).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
  });

  it('lets photos through that nginx refuses unless told otherwise, up to what the gateway takes', async () => {
    await using world = await startWorld();
    await using nginx = await startIngress(world);
    const token = await world.signIn('seller');
    const upload = async (body: Buffer): Promise<number> => {
      const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` };
      const response = await fetch(new URL('/listings/1163/photos', nginx.origin), {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await upload(await largePicture(2_000_000))).toBe(201);
    expect(await upload(Buffer.alloc(MAX_UPLOAD_BYTES + 1))).toBe(413);
  });

  it('names the client to the gateway, whatever addresses the client names itself', async () => {
    await using world = await startWorld({
      trustedProxies: 1,
      signIn: { perUsernameAndAddress: 1000, perAddress: 2, perUsername: 1000 },
    });
    await using nginx = await startIngress(world);
    const attempt = async (last: number): Promise<string> => {
      const headers = { 'x-forwarded-for': `203.0.113.${last}` };
      const wrong = { ...variables, password: 'wrong' };
      const { text } = await postOperation(new URL('/graphql', nginx.origin), SIGN_IN, { variables: wrong, headers });
      return text;
    };
    for (const last of [1, 2]) expect(await attempt(last)).toContain('INVALID_CREDENTIALS');
    expect(await attempt(3)).toContain('RATE_LIMITED');
  });
});

describe.skipIf(isNginxSkipped)('deploy/nginx/egress.conf', () => {
  it('lets a sign-in and a call with its token through', async () => {
    await using world = await startWorld();
    await using nginx = await startEgress(world);
    await using gateway = await startGatewayBehind(nginx);
    const answer = await gateway.query(SIGN_IN, { variables });
    expect(signedIn(answer)).toBe(true);
    const token = await world.signIn('seller');
    expect((await gateway.query('{ viewer { name } }', { token })).body).toEqual({
      data: { viewer: { name: expect.any(String) } },
    });
  });
});
