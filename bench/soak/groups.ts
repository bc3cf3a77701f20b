/** The catalogue in full: every group with the amount that the guarantees name. */
import { join } from 'node:path';
import { runClientAttacks } from '../../test/guarantees/attacks/client-attacks.ts';
import { runColdLists } from '../../test/guarantees/attacks/cold-lists.ts';
import { runSlowClients } from '../../test/guarantees/attacks/slow-clients.ts';
import { runSmallDocuments } from '../../test/guarantees/attacks/small-documents.ts';
import { runRepeatableWrites } from '../../test/guarantees/drills/repeatable-writes.ts';
import { runServiceFaults, runWritesUnderFaults } from '../../test/guarantees/faults/fault-runs.ts';
import { runFuzzedDocuments } from '../../test/guarantees/fuzz/fuzz-documents.ts';
import { runBetweenCallers } from '../../test/guarantees/load/between-callers.ts';
import { runSlowGroups } from '../../test/guarantees/load/slow-groups.ts';
import type { RunGroup } from '../../test/guarantees/outcome.ts';
import {
  runChangesThroughGateway,
  runClosingConnections,
  runSurplusResponses,
  runUnaskedBytes,
} from '../../test/guarantees/poison/kept-connections.ts';
import { runGarbageTimes } from './garbage-times.ts';
import { runBlips } from './load/blips.ts';
import { runEndlessVariety } from './load/endless.ts';
import { runFlatHeap } from './load/flat-heap.ts';
import { runGracefulStops } from './load/graceful-stop.ts';
import { runLargeResponses } from './load/large-responses.ts';
import { runOutage } from './load/outage.ts';
import { runOverload } from './load/overload.ts';
import { runPromotedGarbage } from './load/promoted-garbage.ts';
import { runRedisFaults } from './load/redis-faults.ts';
import { runIdleConnections } from './process/idle-connections.ts';
import { runSignals } from './process/signals.ts';
import { runSilentStdout } from './process/silent-stdout.ts';

/** A group in full. */
export interface SoakGroup {
  readonly run: RunGroup;
  readonly amount: number;
  /** Whether it measures times, so that nothing else may run beside it. */
  readonly alone?: true;
}

/** The program as `npm run build` leaves it. */
const main = join(process.cwd(), 'dist/main.js');

/** The groups by name, in the order of the report. */
export const groups: Readonly<Record<string, SoakGroup>> = {
  'service-faults': { run: runServiceFaults, amount: 3 },
  'writes-under-faults': { run: runWritesUnderFaults, amount: 5 },
  'client-attacks': { run: runClientAttacks, amount: 25 },
  'garbage-times': { run: runGarbageTimes, amount: 25, alone: true },
  'small-documents': { run: (amount) => runSmallDocuments({ timedTries: amount }, main), amount: 5, alone: true },
  'slow-clients': { run: (amount) => runSlowClients({ timedTries: amount }, main), amount: 5, alone: true },
  'cold-lists': { run: (amount) => runColdLists({ timedTries: amount }, main), amount: 3, alone: true },
  'fuzz-documents': { run: runFuzzedDocuments, amount: 50_000 },
  'between-callers': { run: runBetweenCallers, amount: 30_000 },
  'unasked-bytes': { run: runUnaskedBytes, amount: 120 },
  'closing-connections': { run: runClosingConnections, amount: 200 },
  'closing-under-changes': { run: (amount) => runChangesThroughGateway(amount, main), amount: 600 },
  'surplus-responses': { run: runSurplusResponses, amount: 300 },
  'endless-variety': { run: runEndlessVariety, amount: 130_000 },
  'flat-heap': { run: runFlatHeap, amount: 4_000 },
  'promoted-garbage': { run: (amount) => runPromotedGarbage(amount, main), amount: 20_000, alone: true },
  'redis-faults': { run: (amount) => runRedisFaults(amount, main, true), amount: 3, alone: true },
  outage: { run: runOutage, amount: 3, alone: true },
  blips: { run: runBlips, amount: 5, alone: true },
  'slow-groups': { run: runSlowGroups, amount: 8, alone: true },
  overload: { run: (amount) => runOverload(amount, main), amount: 12, alone: true },
  'idle-connections': { run: (amount) => runIdleConnections(amount, main), amount: 10_000, alone: true },
  'silent-stdout': { run: (amount) => runSilentStdout(amount, main), amount: 25_000, alone: true },
  signals: { run: (amount) => runSignals(amount, main), amount: 10, alone: true },
  'large-responses': { run: (amount) => runLargeResponses(amount, main), amount: 15, alone: true },
  'repeatable-writes': { run: (amount) => runRepeatableWrites(amount, main), amount: 10_000 },
  'graceful-stop': { run: (amount) => runGracefulStops(amount, main), amount: 20, alone: true },
};
