import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/program/run-command.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';

const secrets = { LISTINGS_CLIENT_SECRET: 'hunter2', PROBE_PASSWORD: 'hunter3' };

describe('listings-gateway probe', () => {
  it('probes an embedded service when no other is configured, with its demo account', async () => {
    const { stdout, stderr } = await runCommand(['probe']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^ok +GET \/v1\/user\/details$/m);
    expect(stdout).toMatch(/^\d+ endpoints: \d+ ok, \d+ differs, \d+ failed, \d+ skipped$/m);
  });

  it('probes the service at --url with the secrets of the environment, prints JSON, and exits with 1 when something differs', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { json: { Access_token: 'a-token' } });
    upstream.on('GET', '/v1/sections', { json: [] });
    const args = ['probe', '--url', upstream.url.href, '--client-id', 'app', '--username', 'ann', '--json'];
    const { code, stdout, stderr } = await runCommand(args, secrets);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [{ ruling: 'R2', outcome: 'holds' }],
      endpoints: expect.arrayContaining([
        { operation: 'GET /v1/properties', verdict: 'failed', reason: '404', findings: [] },
      ]),
    });
    expect(stdout).not.toMatch(/hunter|a-token/);
    expect(upstream.requests.find(({ headers }) => headers['grant_type'] === 'password')?.headers).toMatchObject({
      client_id: 'app',
      client_secret: 'hunter2',
      username: 'ann',
      password: 'hunter3',
    });
  });

  it.each([
    [['--url', 'http://127.0.0.1:1/api'], {}, 'A probe needs an application'],
    [['--username', 'ann'], {}, '--username needs a password: set PROBE_PASSWORD'],
    [['--password', 'hunter3'], {}, '--password needs --username'],
    [['--deadline-s', '0'], {}, '--deadline-s must be a whole number from 1 to 3600'],
    [['--url', 'ftp://listings.example.com'], {}, 'LISTINGS_API_URL'],
    [['--client-id', 'app'], {}, 'LISTINGS_CLIENT_SECRET'],
  ])('exits with 2 and says what is missing or mistaken: %j', async (args, env, message) => {
    const { code, stdout, stderr } = await runCommand(['probe', ...args], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter');
  });

  it('says in its help where secrets belong', async () => {
    const { stdout } = await runCommand(['probe', '--help']);
    expect(stdout).toContain('Usage: listings-gateway probe [options]');
    expect(stdout).toContain('Give the client secret as LISTINGS_CLIENT_SECRET and the password as PROBE_PASSWORD');
  });
});
