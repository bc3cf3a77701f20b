/** Changes through the whole gateway, to a service that closes its connections without saying so. */

import { postOperation } from '../../support/graphql-client.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { inLanes } from '../lanes.ts';
import { startProgramAt } from '../load/program.ts';
import { createOracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { ends } from './closing-connections.ts';
import { responseOf, startRawService } from './raw-service.ts';

const TOKEN = 'token-of-a-seller';
const RELIST =
  'mutation ($ids: [ID!]!) { relistListings(input: { ids: $ids }) { userErrors { message } listings { id } } }';

/** A gateway in this process, or the program in its own. */
interface AskedGateway extends AsyncDisposable {
  readonly url: URL;
}

const startGatewayFor = (service: URL, main: string | null): Promise<AskedGateway> =>
  main === null
    ? startGatewayAt(service, {}, new TestClock(), captureLog())
    : startProgramAt(main, service, { RATE_PER_ADDRESS_PER_MINUTE: '1000000', RATE_PER_TOKEN_PER_MINUTE: '1000000' });

/**
 * Relists `amount` listings for each way in which connections end behind every third response, one after the other and in parallel.
 *
 * @param main path of the compiled `main.js`; null for a gateway in this process
 */
export const runChangesThroughGateway = async (amount: number, main: string | null): Promise<Outcome> => {
  using oracle = createOracle();
  let changes = 0;
  for (const [what, end] of Object.entries(ends)) {
    for (const lanes of [1, 8]) {
      const name = `${what}, ${lanes} in parallel`;
      await using service = await startRawService(({ body, number, socket }) => {
        const id = Number(/\d+/.exec(body)?.[0]);
        const response = responseOf({ Result: 0, Items: [id], Errors: [] });
        if (number % 3 === 0) end(socket, response);
        else socket.write(response);
      });
      await using gateway = await startGatewayFor(service.url, main);
      const url = new URL('/graphql', gateway.url);
      const before = service.requests.length;
      await inLanes(amount, lanes, async (number) => {
        oracle.count();
        const { text } = await postOperation(url, RELIST, { token: TOKEN, variables: { ids: [String(number + 1)] } });
        if (!text.includes('"userErrors":[]')) oracle.fail(`${name}: ${text.slice(0, 300)}`);
      });
      // What it reads when it starts has no body, and may come as late as the first changes.
      const sent = service.requests.slice(before).flatMap(({ body }) => (body === '' ? [] : [body]));
      changes += sent.length;
      if (sent.length !== new Set(sent).size) oracle.fail(`${name}: a change arrived twice`);
      if (sent.length !== amount) {
        oracle.fail(`${name}: ${figure(amount)} changes were made, ${figure(sent.length)} arrived`);
      }
    }
  }
  return oracle.outcome('changes, connections closed', null, [`${figure(changes)} changes, each sent once`]);
};
