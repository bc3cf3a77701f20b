/** Sends batches of spans to a collector (OTLP over HTTP, as JSON). */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { startTimeout } from '../../../concurrency/timeout.ts';
import type { Logger } from '../../../log/logger.ts';
import type { SpanBatch } from './span-queue.ts';

/** Outcomes of spans: the collector accepts them, or does not, or they are dropped because too many wait or the program ends. */
export const spanOutcomes = ['exported', 'failed', 'dropped'] as const;

/** Outcome of spans. */
export type SpanOutcome = (typeof spanOutcomes)[number];

/** Where batches go. */
export interface OtlpSenderOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For a batch, however often it has to be sent. */
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly countSpans: (outcome: SpanOutcome, spans: number) => void;
}

/** Sends batches. Disposing of it ends what is on its way. */
export interface OtlpSender extends AsyncDisposable {
  /** Sends a batch, again where that may help, until its time is up. Never rejects. */
  send(batch: SpanBatch): Promise<void>;
}

/** Reply of the collector to a batch. */
type Receipt =
  | { readonly kind: 'taken'; readonly rejected: number }
  | { readonly kind: 'refused'; readonly code: string | number; readonly retryAfterMs: number | null };

/** Statuses after which a batch may be sent again, as OTLP has it. */
const retryable: readonly (string | number)[] = [429, 502, 503, 504];
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;
const MAX_RESPONSE_BYTES = 65_536;

const retryAfterOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;

/** Number of spans that a collector reports as rejected. */
const rejectedOf = (text: string): number => {
  const [, count] = /"rejectedSpans"\s*:\s*"?(\d{1,9})/.exec(text) ?? [];
  return count === undefined ? 0 : Number(count);
};

/** Name of a failure in the log. Its message is not repeated: it may name the collector's address and headers. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Returns whether a failure to be answered may be one of the moment. */
const isOfTheMoment = (receipt: Extract<Receipt, { kind: 'refused' }>): boolean =>
  typeof receipt.code === 'string' || retryable.includes(receipt.code);

/** Creates the sender. It connects with the first batch. */
export const createOtlpSender = (options: OtlpSenderOptions): OtlpSender => {
  const { url, headers, timeoutMs, log, countSpans } = options;
  const pool = new Pool(url.origin, { connections: 1 });
  let underWay: AbortController | null = null;
  let isFailing = false;

  const post = async (body: Uint8Array, signal: AbortSignal): Promise<Receipt> => {
    try {
      const response = await pool.request({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const { statusCode } = response;
      if (statusCode < 200 || statusCode > 299) {
        await response.body.dump({ limit: MAX_RESPONSE_BYTES, signal });
        return { kind: 'refused', code: statusCode, retryAfterMs: retryAfterOf(response.headers['retry-after']) };
      }
      let text = '';
      for await (const chunk of response.body.setEncoding('utf8')) {
        text += String(chunk);
        if (text.length > MAX_RESPONSE_BYTES) break;
      }
      return { kind: 'taken', rejected: rejectedOf(text) };
    } catch (error) {
      return { kind: 'refused', code: signal.aborted ? 'ETIMEDOUT' : codeOf(error), retryAfterMs: null };
    }
  };

  const postUntilAccepted = async (body: Uint8Array, signal: AbortSignal): Promise<Receipt> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
      const receipt = await post(body, signal);
      if (receipt.kind === 'taken' || !isOfTheMoment(receipt) || signal.aborted) return receipt;
      try {
        // Many gateways that a collector turned away do not come back at once.
        const waitMs = receipt.retryAfterMs ?? pauseMs * (0.8 + 0.4 * Math.random());
        await pause(waitMs, undefined, { signal, ref: false });
      } catch {
        return receipt;
      }
    }
  };

  const postInTime = async (body: Uint8Array): Promise<Receipt> => {
    const controller = new AbortController();
    const stopTimeout = startTimeout(() => controller.abort(), timeoutMs);
    underWay = controller;
    try {
      return await postUntilAccepted(body, controller.signal);
    } finally {
      stopTimeout();
      underWay = null;
    }
  };

  const report = (receipt: Receipt): void => {
    const isRefused = receipt.kind === 'refused';
    if (isRefused && !isFailing) log.warn({ code: receipt.code }, 'Traces cannot be sent to the collector.');
    if (!isRefused && isFailing) log.info('Traces are sent to the collector again.');
    isFailing = isRefused;
  };

  return {
    send: async ({ body, spans }) => {
      const receipt = await postInTime(body);
      const rejected = receipt.kind === 'taken' ? Math.min(receipt.rejected, spans) : spans;
      countSpans('exported', spans - rejected);
      countSpans('failed', rejected);
      report(receipt);
    },
    [Symbol.asyncDispose]: async () => {
      underWay?.abort();
      await pool.destroy();
    },
  };
};
