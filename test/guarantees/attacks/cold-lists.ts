/** A gateway that knows no list yet: operations on lists are planned although nobody knows how long they are, and hundreds wait for one. */
import { createHttpClient } from '../http-client.ts';
import { type Oracle, codesIn, createOracle } from '../oracle.ts';
import type { Outcome } from '../outcome.ts';
import { type Responder, sendGood, type ServiceRequest } from '../service.ts';
import { type AttackForm, startBystander, times } from './attack-documents.ts';
import { MOST_WAIT_MS, problemOfProgram, startAttackedProgram } from './attacked-program.ts';
import { longLists } from './long-lists.ts';
import { nearLimit } from './slow-clients.ts';

/** Time after which slow lists come: as many operations wait for them as places allow. */
const SLOW_MS = 2_000;

/** As long as a list may be. */
const longest = Buffer.from(JSON.stringify(Array.from({ length: 30_000 }, (_, Id) => ({ Id, Item: `Entry ${Id}` }))));

/** What becomes of a list that is asked for. */
const states: Readonly<Record<string, (asked: ServiceRequest) => void>> = {
  'come after 2 s': (asked) => {
    setTimeout(() => {
      if (!longLists(asked)) sendGood(asked.response, asked.good, asked.good.bytes);
    }, SLOW_MS);
  },
  hang: () => {},
  'fail with 500': ({ response }) => void response.writeHead(500).end(),
  'are as long as they may be': ({ request, response, good }) => {
    const isElsewhere = /CountryId=(?!125\b)/.test(request.url ?? '');
    sendGood(response, good, isElsewhere ? Buffer.from('[]') : longest);
  },
};

/** Operations on lists; each address asks with numbers of its own. */
const questions: Readonly<Record<string, (number: number) => string>> = {
  'localities of regions of localities': () => nearLimit,
  'models of makes of models': () =>
    '{ lookups { vehicleMakes { models { make { models { make { models { id } } } } } } } }',
  'all long lists': () =>
    '{ lookups { localities { id label } regions { localities { id } } vehicleMakes { models { id } } vehicleModels { id } } }',
  'lists of many countries': (number) =>
    `{ lookups { ${times(20, (at) => `c${at}: localities(countryId: ${20 * number + at}) { key }`)} } }`,
  'labels of listings': (number) =>
    `{ ${times(10, (at) => `l${at}: listing(id: ${10 * number + at + 1}) { category { label } locality { region { localities { key } } } }`)} }`,
};

const attacks = Object.entries(states).flatMap(([state, respond]) =>
  Object.entries(questions).flatMap(([question, ask]) =>
    [1, 3].map((addresses) => ({
      what: `lists ${state}: ${question}, by ${addresses}`,
      respond,
      ask,
      addresses,
    })),
  ),
);

/** Requests of each address, and the time between two of them. */
const REQUESTS = 60;
const EVERY_MS = 30;
/** A program that has just started runs code that is not compiled yet. */
const WARM_UPS = 200;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Attacks once; gives the longest wait of others and the most memory. */
const attackOnce = async (
  main: string,
  { what, respond, ask, addresses }: (typeof attacks)[number],
  { timedTries }: AttackForm,
  oracle: Oracle,
): Promise<readonly [waitMs: number, peakMb: number]> => {
  const isList: Responder = (asked) => {
    if (!/^list|^getProperties$/.test(asked.endpoint)) return false;
    respond(asked);
    return true;
  };
  await using attacked = await startAttackedProgram({
    main,
    env: { TRUSTED_PROXIES: '1', RATE_PER_ADDRESS_PER_MINUTE: '6000' },
    respond: isList,
  });
  using client = createHttpClient(attacked.url, 1_000);
  const send = (query: string, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    return client.send({ headers, body: JSON.stringify({ query }) }).catch(() => null);
  };
  const askAsOther = async (): Promise<void> => {
    const reply = await send('{ __typename }', '198.51.100.7');
    if (reply === null || codesIn(reply).length > 0)
      oracle.fail(`${what}: somebody else got ${reply?.text ?? 'nothing'}`);
  };
  for (let asked = 0; asked < WARM_UPS; asked += 1) await send('{ __typename }', `198.51.100.${asked % 9}`);
  await using bystander = timedTries === null ? null : startBystander(attacked.url);
  await bystander?.calm();
  const others: Promise<void>[] = [];
  for (let number = 0; number < REQUESTS; number += 1) {
    for (let address = 0; address < addresses; address += 1)
      void send(ask(number * addresses + address), `203.0.113.${address}`);
    if (number % 8 === 0) others.push(askAsOther());
    await wait(EVERY_MS);
  }
  await wait(SLOW_MS);
  await Promise.all([...others, askAsOther()]);
  const waitMs = (await bystander?.longestWait()) ?? 0;
  const problem = await problemOfProgram(attacked);
  if (problem !== null) oracle.fail(`${what}: ${problem}`);
  return [waitMs, (await attacked.peakMemory()) ?? 0];
};

/**
 * Has every kind of operation on lists wait for lists in every state, from one address and from three, each with a process of its own.
 *
 * @param main path of the compiled `main.js`
 */
export const runColdLists = async (form: AttackForm, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  let [longestMs, most] = [0, 0];
  for (const one of attacks) {
    let leastMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < (form.timedTries ?? 1) && leastMs > MOST_WAIT_MS; round += 1) {
      const [waitMs, peakMb] = await attackOnce(main, one, form, oracle);
      leastMs = Math.min(leastMs, waitMs);
      most = Math.max(most, peakMb);
    }
    if (leastMs > MOST_WAIT_MS) oracle.fail(`${one.what}: others waited ${Math.round(leastMs)} ms`);
    longestMs = Math.max(longestMs, leastMs);
    oracle.count();
  }
  const waits = form.timedTries === null ? [] : [`others waited ${Math.round(longestMs)} ms at most`];
  return oracle.outcome('cold lists', null, [...waits, `${Math.round(most)} MB at most`]);
};
