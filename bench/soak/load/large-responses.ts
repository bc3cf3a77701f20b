/** A service whose responses are large and stop before their end costs the process a bounded amount of memory, and others nothing. */
import { readFileSync } from 'node:fs';
import { createHttpClient } from '../../../test/guarantees/http-client.ts';
import { megabytes } from '../../../test/guarantees/load/heap.ts';
import { startProgramAt } from '../../../test/guarantees/load/program.ts';
import { codesIn, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { startPlainService } from '../../../test/guarantees/service.ts';

const MB = 1024 * 1024;
/** What a container of the deployment has. */
const MEMORY_BYTES = 768 * MB;
/** Hardly less than is read of a listing. */
const LARGE_BYTES = 2_000_000;
const LARGE_AT_ONCE = 64;
const SMALL_AT_ONCE = 4;
/** How often the memory is looked at, in milliseconds. */
const LOOK_MS = 20;
const LEAST_SMALL = 0.99;

/** Memory of a process, in bytes; null where the system does not report it. */
const residentBytes = (pid: number): number | null => {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
};

const largeBody = Buffer.concat([Buffer.from('{"Title":"'), Buffer.alloc(LARGE_BYTES - 11, 'x'), Buffer.from('"')]);

/**
 * Asks for large responses and small ones, each again as soon as it is answered.
 *
 * @param seconds how long
 * @param main path of the compiled `main.js`
 */
export const runLargeResponses = async (seconds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService(({ endpoint, response, good }) => {
    if (endpoint !== 'getListing') return false;
    // One byte short: the end of the body never comes.
    response
      .writeHead(200, { 'content-type': good.contentType, 'content-length': largeBody.length + 1 })
      .write(largeBody);
    return true;
  });
  await using program = await startProgramAt(main, service.url, {
    NODE_OPTIONS: `--max-old-space-size=${(MEMORY_BYTES * 0.75) / MB}`,
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    // All of them at once, as one process with more connections meets them; that they take no others' place is tried elsewhere.
    UPSTREAM_CONNECTIONS: String(4 * LARGE_AT_ONCE),
    // The machine that runs this is busy with the service too.
    OVERLOAD_EVENT_LOOP_MS: '60000',
  });
  using client = createHttpClient(program.url, LARGE_AT_ONCE + SMALL_AT_ONCE);
  let most = 0;
  const look = setInterval(() => {
    if (program.pid !== null) most = Math.max(most, residentBytes(program.pid) ?? 0);
  }, LOOK_MS);
  const endsAt = performance.now() + seconds * 1000;
  const codes = new Map<unknown, number>();
  const counts = { large: 0, small: 0, good: 0 };

  const askAgain = async (query: string, record: (codes: readonly unknown[]) => void, token: string): Promise<void> => {
    for (let number = 0; performance.now() < endsAt && program.isRunning(); number += 1) {
      const reply = await client.operation({ query, token: `${token}-${number}` }).catch(() => null);
      oracle.count();
      if (reply === null) {
        oracle.fail('A request had no response.');
        return;
      }
      oracle.judge(reply, query);
      record(codesIn(reply));
    }
  };
  const recordLarge = (found: readonly unknown[]): void => {
    counts.large += 1;
    for (const code of found) codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  const recordSmall = (found: readonly unknown[]): void => {
    counts.small += 1;
    if (found.length === 0) counts.good += 1;
  };

  await Promise.all([
    ...Array.from({ length: LARGE_AT_ONCE }, (_, lane) =>
      askAgain(`{ listing(id: ${lane + 1}) { viewCount } }`, recordLarge, `large-${lane}`),
    ),
    ...Array.from({ length: SMALL_AT_ONCE }, (_, lane) =>
      askAgain('{ viewer { name } }', recordSmall, `small-${lane}`),
    ),
  ]);
  clearInterval(look);
  if (!program.isRunning()) oracle.fail('The process has ended.');
  if (most > MEMORY_BYTES) oracle.fail(`The process took ${megabytes(most)}.`);
  if ((codes.get('OVERLOADED') ?? 0) === 0) oracle.fail('No large response was given up: the run shows nothing.');
  for (const code of codes.keys()) {
    if (code !== 'OVERLOADED' && code !== 'UPSTREAM_TIMEOUT') oracle.fail(`A large response came to ${String(code)}.`);
  }
  if (counts.small === 0 || counts.good < counts.small * LEAST_SMALL) {
    oracle.fail(`Of ${counts.small} small responses ${counts.good} were good.`);
  }
  oracle.audit(
    program.lines.filter((line) => !line.includes('listening')),
    [service.url.host],
  );
  return oracle.outcome('large responses', null, [
    `${figure(counts.good)} of ${figure(counts.small)} small responses, beside ${figure(counts.large)} of 2 MB that stall`,
    `${megabytes(most)} at most of ${megabytes(MEMORY_BYTES)}`,
  ]);
};
