/** A service as a process of its own: `service-main.js PORT LATENCY_MS RESET_PERCENT`. */
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { sendGood, startPlainService } from '../load/plain-service.ts';

const [port = 0, latencyMs = 0, resetPercent = 0] = process.argv.slice(2).map(Number);
const random = createSeededRandom(1);

await startPlainService(({ request, response, good }) => {
  if (request.method === 'GET' && random.chance(resetPercent / 100)) request.socket.resetAndDestroy();
  else setTimeout(() => sendGood(response, good, good.bytes), latencyMs);
  return true;
}, port);
process.send?.('listening');
// Nobody is left to stop it.
process.on('disconnect', () => process.exit());
