/** Sends documents that are small and hurt most, and judges each by what becomes of everybody else. */
import { createHttpClient, type HttpClient, type Reply } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import type { AttackDocument } from './attack-document.ts';
import { type AttackedProgram, isResponding, MOST_WAIT_MS, problemOfProgram } from './attacked-program.ts';
import { type Bystander, startBystander } from './bystander.ts';

/** How it is tried. */
export interface AttackForm {
  /**
   * How often each is sent at most: the least of the longest waits counts, for a machine that is busy with other things makes
   * everybody wait. Null when nobody looks at times.
   */
  readonly timedTries: number | null;
}

/** What the documents did at worst. */
export interface WorstWait {
  readonly waitMs: number;
  readonly what: string;
}

/** Far more than any reply takes, and far less than what has no end. */
const REPLY_MS = 15_000;

/** The same document with a text that no cache has. */
const vary = ({ query }: AttackDocument, round: number): string => `${query} #${round}`;

const send = async (client: HttpClient, document: AttackDocument, round: number): Promise<Reply | null> => {
  const signal = AbortSignal.timeout(REPLY_MS);
  const { variables = {} } = document;
  return client.operation({ query: vary(document, round), variables, signal }).catch(() => null);
};

/** Sends it until nobody has waited too long; the least of the longest waits. */
const tryDocument = async (
  document: AttackDocument,
  { client, bystander, oracle }: { client: HttpClient; bystander: Bystander | null; oracle: Oracle },
  tries: number,
): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && least > MOST_WAIT_MS; round += 1) {
    await bystander?.longestWait();
    const reply = await send(client, document, round);
    least = Math.min(least, (await bystander?.longestWait()) ?? 0);
    if (reply === null) {
      oracle.fail(`${document.what}: no reply within ${REPLY_MS / 1000} s`);
      return least;
    }
    oracle.judge(reply, document.what);
  }
  if (least > MOST_WAIT_MS) oracle.fail(`${document.what}: others waited ${Math.round(least)} ms`);
  return least;
};

/** Tries every document, until one has stopped the process. */
export const attackWithDocuments = async (
  attacked: AttackedProgram,
  documents: Iterable<AttackDocument>,
  { timedTries }: AttackForm,
  oracle: Oracle,
): Promise<WorstWait> => {
  using client = createHttpClient(attacked.url, 1);
  await using bystander = timedTries === null ? null : startBystander(attacked.url);
  let worst: WorstWait = { waitMs: 0, what: 'nothing' };
  for (const document of documents) {
    const waitMs = await tryDocument(document, { client, bystander, oracle }, timedTries ?? 1);
    oracle.count();
    if (waitMs > worst.waitMs) worst = { waitMs, what: document.what };
    const problem = await problemOfProgram(attacked);
    if (problem !== null) oracle.fail(`${document.what}: ${problem}`);
    if (problem !== null || !(await isResponding(attacked.url))) {
      oracle.fail(`${document.what}: the process does not respond afterwards, and nothing more is tried`);
      break;
    }
  }
  return worst;
};
