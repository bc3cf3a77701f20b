/** Random documents: whatever is asked, the gateway responds with a known code. */

import { scriptPlausibleService } from '../../gateway/pricing/plausible-service.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { startScriptedUpstream } from '../../support/scripted-upstream.ts';
import { callerCanaries } from '../canaries.ts';
import { createHttpClient } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';
import { type DocumentKind, randomDocument } from './random-document.ts';

const LANES = 8;

/** A kind of document must come to data now and then, or be refused for what it is. */
interface Tally {
  readonly data: number;
  readonly refused: number;
}

/** Sends `amount` random documents, with a service that is odd in four of ten. */
export const runFuzzedDocuments: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  await using upstream = await startScriptedUpstream();
  scriptPlausibleService(upstream, (requestId) => {
    const number = Number(/\d+$/.exec(requestId)?.[0] ?? 0);
    return { seed: number, isOdd: number % 10 < 4 };
  });
  const captured = captureLog();
  await using gateway = await startGatewayAt(
    upstream.url,
    { transport: { keepAliveTimeoutMs: 100 } },
    new TestClock(),
    captured,
  );
  const tallies = new Map<DocumentKind, Tally>();
  {
    using client = createHttpClient(gateway.url);
    await inLanes(amount, LANES, async (number) => {
      const { kind, text, variables } = randomDocument(seed, number);
      const reply = await client.send({
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${callerCanaries.token}`,
          'x-request-id': `document-${number}`,
        },
        body: JSON.stringify({ query: text, variables }),
      });
      const what = `document ${number} (${kind}): ${text.slice(0, 500)} with ${JSON.stringify(variables)?.slice(0, 200)}`;
      oracle.judge(reply, what, 'graphql', [upstream.url.host]);
      const { data = 0, refused = 0 } = tallies.get(kind) ?? {};
      const isRefused = codesIn(reply).length > 0;
      tallies.set(kind, { data: data + Number(!isRefused), refused: refused + Number(isRefused) });
    });
  }
  oracle.count(amount);
  await oracle.settle('after the documents', { load: () => gateway.load(), connections: () => upstream.connections() });
  oracle.audit(captured.lines, [upstream.url.host]);
  const kinds = [...tallies].map(([kind, { data, refused }]) => `${kind} ${figure(data)}/${figure(refused)}`);
  return oracle.outcome('fuzz: documents', seed, [`answered/refused: ${kinds.toSorted().join(', ')}`]);
};
