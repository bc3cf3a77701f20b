/** Drills: what goes wrong around a gateway, and for how long. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Responder } from '../../../test/guarantees/load/plain-service.ts';
import type { Program } from '../../../test/guarantees/load/program.ts';
import { createAuthority } from '../../../test/support/network/certificates.ts';
import { startRedisServer } from '../../../test/support/redis/redis-server.ts';

/** What a drill is made with. */
export interface Drilled {
  /** Responses in place of the service, from now on; null when it works again. */
  readonly respond: (by: Responder | null) => void;
  readonly program: () => Program;
  /** Ends the program and starts another. */
  readonly restart: () => Promise<void>;
}

/** A drill. */
export interface Drill {
  /** Where the gateway finds the service, and its settings. */
  readonly env?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Variables of the request of a number. */
  variables?(asked: number): Readonly<Record<string, unknown>>;
  readonly isAnonymous?: true;
  /** Requests at each step. */
  readonly requests?: number;
  begin(drilled: Drilled): void | Promise<void>;
  /** At each step of the fault. */
  step?(drilled: Drilled, step: number): void;
  end?(drilled: Drilled): void | Promise<void>;
  close?(): PromiseLike<void> | void;
}

const refuse =
  (status: number, body = '{}'): Responder =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return true;
  };

const workerPids = (lines: readonly string[]): readonly number[] =>
  lines.flatMap((line) => {
    const [, pid] = line.includes('"a worker serves"') ? (/"worker":\d+,"pid":(\d+)/.exec(line) ?? []) : [];
    return pid === undefined ? [] : [Number(pid)];
  });

/** A service behind TLS whose certificate expires. */
const expiringTls = async (service: URL): Promise<Drill> => {
  const directory = mkdtempSync(join(tmpdir(), 'alert-drill-'));
  const ca = createAuthority();
  const issue = (notAfter: Date) =>
    ca.issue('localhost', { notBefore: new Date(Date.now() - 2 * 86_400_000), notAfter });
  const valid = issue(new Date(Date.now() + 86_400_000));
  const expired = issue(new Date(Date.now() - 86_400_000));
  const open = new Set<{ destroy(): void }>();
  const server = createServer(valid, (socket) => {
    const onward = connect(Number(service.port), service.hostname);
    for (const each of [socket, onward]) {
      open.add(each);
      each.on('error', () => {});
      each.once('close', () => open.delete(each));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  writeFileSync(join(directory, 'ca.pem'), ca.cert);
  const use = (certificate: { readonly cert: string; readonly key: string }): void => {
    server.setSecureContext(certificate);
    for (const each of open) each.destroy();
  };
  return {
    env: {
      LISTINGS_API_URL: `https://localhost:${(server.address() as AddressInfo).port}/api`,
      UPSTREAM_CA_FILE: join(directory, 'ca.pem'),
    },
    begin: () => use(expired),
    end: () => use(valid),
    close: () => {
      for (const each of open) each.destroy();
      server.close();
      rmSync(directory, { recursive: true });
    },
  };
};

/** The drills by name; each is made for a service. */
export const drills: Readonly<Record<string, (service: URL) => Drill | Promise<Drill>>> = {
  'certificate-expired': expiringTls,
  'service-resets': () => ({
    begin: ({ respond }) =>
      respond(({ request }) => {
        request.socket.destroy();
        return true;
      }),
  }),
  'part-hangs': () => ({
    env: { UPSTREAM_HEADERS_TIMEOUT_MS: '1000', UPSTREAM_TIMEOUT_MS: '1500' },
    begin: ({ respond }) => respond(({ endpoint }) => endpoint === 'getListing'),
  }),
  'service-asks-for-less': () => ({ begin: ({ respond }) => respond(refuse(429)) }),
  'tokens-expired': () => ({ begin: ({ respond }) => respond(refuse(401)) }),
  'requests-mistaken': () => ({ query: '{ listing(id: "7") { nothing } }', begin: () => {} }),
  'secret-rotated': () => ({
    env: { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'a-long-secret' },
    isAnonymous: true,
    begin: ({ respond }) =>
      respond((asked) =>
        asked.request.url?.includes('token') === true
          ? refuse(400, '{"error":"invalid_client"}')(asked)
          : refuse(401)(asked),
      ),
  }),
  'application-refused-for-users': () => ({
    env: { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'a-long-secret' },
    query: 'mutation ($s: String!) { refreshSession(input: { refreshToken: $s }) { userErrors { code } } }',
    requests: 2,
    variables: (asked) => ({ s: `refresh-${asked}` }),
    begin: ({ respond }) =>
      respond(
        (asked) => asked.request.url?.includes('token') === true && refuse(401, '{"error":"invalid_client"}')(asked),
      ),
  }),
  'writes-refused': () => ({
    query: 'mutation { watchListing(input: { id: "Listing:7" }) { userErrors { code } } }',
    begin: ({ respond }) => respond(refuse(400, '{"Message":"Not now."}')),
  }),
  'workers-killed': () => ({
    env: { WORKERS: '2' },
    begin: () => {},
    step: ({ program }, step) => {
      const pid = workerPids(program().lines).at(-1);
      if (step % 12 !== 0 || pid === undefined) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is being replaced.
      }
    },
  }),
  'redis-killed': async () => {
    const redis = await startRedisServer();
    return {
      env: { REDIS_URL: redis.url },
      begin: () => redis.kill(),
      end: () => redis.start(),
      close: () => redis[Symbol.asyncDispose](),
    };
  },
  'restarted-once': () => ({ begin: ({ restart }) => restart() }),
};
