/** Bounds the requests that have begun and are not there yet: each has its time, and too many at once push the slowest out. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type BudgetLimits, ConnectionBudget } from './connection-budget.ts';

/** Time that a request may take to arrive. */
export interface RequestPace {
  /** For a body that is no upload, in milliseconds. */
  readonly bodyMs: number;
  /** Least rate of every body, in bytes a second, after its first `PATIENCE_MS`. */
  readonly bodyBytesPerS: number;
}

/** Why a request is not waited for. */
export type UnfinishedReason = 'too slow' | keyof BudgetLimits;

/** Options of the watch. */
export interface UnfinishedRequestsOptions {
  /** Number of requests. */
  readonly limits: BudgetLimits;
  readonly pace: RequestPace;
  /** Tells the client that it took too long, and closes its connection. */
  readonly onEvict: (socket: Socket, reason: UnfinishedReason) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Watches over requests that are not there yet. */
export interface UnfinishedRequests {
  /** Begins to watch a body. A photo may take as long as any request. `network` is that of its client; null when unknown. */
  onBody(request: IncomingMessage, network: string | null, isUpload: boolean): void;
  /** Begins to watch a request whose head is not there yet. */
  onPartialHead(socket: Socket, network: string | null): void;
  /** The head is there, and there is no body. */
  onHead(socket: Socket): void;
  /** Ends what is too slow. */
  look(): void;
  /** Requests that are not there yet. */
  readonly count: number;
}

/** Time before the rate of a body is checked: a packet that is lost comes again within seconds. */
export const PATIENCE_MS = 5_000;

/** Time in which no request is slow yet: what it brings is under way. Else those that brought much, and stopped, would outlast it. */
const UNDER_WAY_MS = 100;

interface Unfinished {
  /** Null while its head is not there. */
  readonly request: IncomingMessage | null;
  readonly since: number;
  /** Bytes that the connection had brought before. */
  readonly readBefore: number;
  readonly maxMs: number;
}

/** Begins to watch. */
export const watchUnfinishedRequests = (options: UnfinishedRequestsOptions): UnfinishedRequests => {
  const { limits, pace, onEvict, now } = options;
  const bytesOf = (socket: Socket, { readBefore }: Unfinished): number => socket.bytesRead - readBefore;
  const budget = new ConnectionBudget<Unfinished>({
    limits,
    weigh: (socket, { request }) => (socket.destroyed || request?.complete === true ? 0 : 1),
    slownessOf: (socket, unfinished) =>
      Math.max(0, now() - unfinished.since - UNDER_WAY_MS) / (bytesOf(socket, unfinished) + 1),
    evict: onEvict,
  });
  const begin = (socket: Socket, request: IncomingMessage | null, network: string | null, maxMs: number): void =>
    budget.draw(socket, network, { request, since: now(), readBefore: socket.bytesRead, maxMs });

  return {
    onBody: (request, network, isUpload) =>
      begin(request.socket, request, network, isUpload ? Number.POSITIVE_INFINITY : pace.bodyMs),
    // Node's server has a time for heads.
    onPartialHead: (socket, network) => begin(socket, null, network, Number.POSITIVE_INFINITY),
    onHead: (socket) => budget.drop(socket),
    look: () => {
      const time = now();
      const late: Socket[] = [];
      budget.look((socket, unfinished) => {
        const elapsedMs = time - unfinished.since;
        const dueBytes = ((elapsedMs - PATIENCE_MS) / 1000) * pace.bodyBytesPerS;
        // What is not read now is held up by the gateway, or by the service behind it.
        const isRead = unfinished.request?.readableFlowing === true;
        const isSlow = isRead && bytesOf(socket, unfinished) < dueBytes;
        if (isSlow || elapsedMs >= unfinished.maxMs) late.push(socket);
      });
      for (const socket of late) {
        budget.drop(socket);
        onEvict(socket, 'too slow');
      }
    },
    get count() {
      budget.look();
      return budget.total;
    },
  };
};
