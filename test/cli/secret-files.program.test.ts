import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../support/effort.ts';
import { postOperation } from '../support/graphql-client.ts';
import { buildProgram, busyMachine, startProgram } from '../support/program/program.ts';
import { runCommand } from '../support/program/run-command.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';

beforeAll(buildProgram, 90_000);

const SLOW = { timeout: 90_000 };
const files = { 'secrets/client': 'hunter2\n', 'secrets/empty': '\n' };

/** Settings in front of a service, with the secret of the application in a file. */
const settingsOf = (upstream: ScriptedUpstream, file: string) => ({
  LISTINGS_API_URL: upstream.url.href,
  LISTINGS_CLIENT_ID: 'app',
  LISTINGS_CLIENT_SECRET_FILE: `./secrets/${file}`,
});

const startService = async (): Promise<ScriptedUpstream> => {
  const upstream = await startScriptedUpstream();
  upstream.on('POST', '/v1/token', { json: { Access_token: 'a-token' } });
  upstream.on('GET', '/v1/sections', ({ headers }) => (headers['authorisation'] ? { json: [] } : { status: 401 }));
  return upstream;
};

const secretsSent = (upstream: ScriptedUpstream): readonly unknown[] =>
  upstream.requests.flatMap(({ headers }) => headers['client_secret'] ?? []);

describe('A secret in a file', () => {
  it.each([[['check']], [['probe']], [['probe', '--client-id', 'other']]])('is used by %j', SLOW, async (args) => {
    await using upstream = await startService();
    const { stdout, stderr } = await runCommand(args, settingsOf(upstream, 'client'), files);
    expect(secretsSent(upstream)).toContain('hunter2');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('gives way to an option of the command line', SLOW, async () => {
    await using upstream = await startService();
    await runCommand(['probe', '--client-secret', 'hunter3'], settingsOf(upstream, 'empty'), files);
    expect(new Set(secretsSent(upstream))).toEqual(new Set(['hunter3']));
  });

  it.each(sampled(2, ['1', '2']))('is used by a gateway of WORKERS=%s', SLOW, async (workers) => {
    await using upstream = await startService();
    const env = { ...busyMachine, ...settingsOf(upstream, 'client'), PORT: '0', WORKERS: workers, METRICS_PORT: '0' };
    await using run = await startProgram([], env, files);
    const { url } = await run.line('listening');
    const { body } = await postOperation(new URL('/graphql', String(url)), '{ sections { label } }');
    expect(body).toEqual({ data: { sections: [] } });
    expect(new Set(secretsSent(upstream))).toEqual(new Set(['hunter2']));
    run.kill('SIGTERM');
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('hunter2');
  });
});

it.each([['start'], ['check'], ['probe'], ['check-documents'], ['print-config']])(
  'A file of a secret that cannot be used ends %s with 2 and one sentence',
  async (command) => {
    const env = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET_FILE: './secrets/empty', WORKERS: '2' };
    const { code, stderr } = await runCommand([command], env, files);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'The configuration has 1 mistake:\n\n  LISTINGS_CLIENT_SECRET_FILE must name a file with the value in it (it is empty).\n    It is set to: ./secrets/empty\n    Example: LISTINGS_CLIENT_SECRET_FILE=/run/secrets/listings_client_secret\n',
    );
  },
);
