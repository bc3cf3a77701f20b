import { CALLER_TOKEN, type ScriptedGateway } from '../scripted-gateway.ts';
/** Clients that ask a gateway for something and leave before the response. */
import { openConnection } from './raw-connection.ts';

/** How many clients there are. */
export interface Disconnects {
  readonly batches: number;
  /** At once; no more than half of the connections that the gateway has to the service. */
  readonly clients: number;
}

/** An operation as it goes over the connection, with the token of the caller. */
export const operationBytes = (query: string): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** What the gateway's own gauge shows. */
export const inFlight = async (gateway: ScriptedGateway): Promise<number> =>
  Number(/^listings_gateway_in_flight\{worker="0"\} (\d+)$/m.exec(await (await gateway.fetch('/metrics')).text())?.[1]);

/**
 * Lets clients ask for a listing that never comes and leave by a reset, and waits until every call that
 * was made for them has ended and the gauge is at zero.
 */
export const disconnectClients = async (gateway: ScriptedGateway, { batches, clients }: Disconnects): Promise<void> => {
  const { upstream } = gateway;
  upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
  const before = upstream.count();
  const request = operationBytes('{ listing(id: 7) { title } }');
  for (let batch = 1; batch <= batches; batch += 1) {
    const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(gateway.url, request)));
    await upstream.received(before + batch * clients);
    for (const { socket } of connections) socket.resetAndDestroy();
    await Promise.all(upstream.requests.slice(-clients).map(({ closed }) => closed));
  }
  while ((await inFlight(gateway)) > 0);
};
