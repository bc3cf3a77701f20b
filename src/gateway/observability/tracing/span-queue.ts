/** Spans that wait to be sent, in batches of bounded number and size. */
import { REQUEST_END } from './otlp-json.ts';
import { adjustSpanClock } from './span-clock.ts';

/** Spans as one request. */
export interface SpanBatch {
  readonly body: Uint8Array;
  readonly spans: number;
}

/** Options of the queue. */
export interface SpanQueueOptions {
  /** Start of every request. */
  readonly head: string;
  /** Most spans that wait; further ones are dropped. */
  readonly maxSpans: number;
  /** Most spans of a batch, which is sent when it is full. */
  readonly batchSpans: number;
  /** Milliseconds that a span waits for others. */
  readonly delayMs: number;
  /** Sends a batch. Batches are sent one after the other; the sender reports the outcome of each. Never rejects. */
  readonly send: (batch: SpanBatch) => Promise<void>;
  /** Called for each span that is dropped. */
  readonly onDrop: () => void;
}

/** Most bytes of a batch. Collectors take no more than 20 MB in one. */
const BATCH_BYTES = 1_048_576;
const END_BYTES = Buffer.byteLength(REQUEST_END);
/** As many as are used while one batch is sent and another filled. */
const MAX_SPARE = 2;

interface ClosedBatch {
  readonly spans: number;
  readonly length: number;
  /** Start of its body. */
  readonly bytes: Buffer;
}

/** A batch that is being filled. */
class OpenBatch {
  readonly #bytes: Buffer;
  #length: number;
  spans = 0;

  constructor(head: string, spare: Buffer | undefined) {
    this.#bytes = spare ?? Buffer.allocUnsafeSlow(BATCH_BYTES + Buffer.byteLength(head));
    this.#length = this.#bytes.write(head);
  }

  /** Adds a span, unless there is no capacity left for it. A span is ASCII. */
  add(span: string): boolean {
    if (this.#length + 1 + span.length + END_BYTES > this.#bytes.length) return false;
    if (this.spans > 0) this.#length += this.#bytes.write(',', this.#length, 'latin1');
    this.#length += this.#bytes.write(span, this.#length, 'latin1');
    this.spans += 1;
    return true;
  }

  close(): ClosedBatch {
    this.#length += this.#bytes.write(REQUEST_END, this.#length, 'latin1');
    return { spans: this.spans, length: this.#length, bytes: this.#bytes };
  }
}

/** Spans that wait to be sent. */
export class SpanQueue {
  readonly #options: SpanQueueOptions;
  #open: OpenBatch | null = null;
  readonly #closed: ClosedBatch[] = [];
  /** Where batches were that are sent or copied: to allocate so much again each time makes work for the garbage collector. */
  readonly #spare: Buffer[] = [];
  /** Number of spans in all of these. */
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;

  constructor(options: SpanQueueOptions) {
    this.#options = options;
  }

  /** Adds a span, or drops it when too many wait. */
  readonly add = (span: string): void => {
    const { maxSpans, batchSpans, onDrop } = this.#options;
    const open = this.#waiting < maxSpans ? this.#openFor(span) : null;
    if (open === null) {
      onDrop();
      return;
    }
    this.#waiting += 1;
    if (open.spans >= batchSpans) this.#send();
    else this.#startTimer();
  };

  /** Sends all that waits. Resolves when there is nothing left. */
  async flush(): Promise<void> {
    while (this.#waiting > 0 || this.#sending !== null) {
      this.#send();
      await this.#sending;
    }
  }

  /** Forgets what waits. Returns how many spans that is. */
  clear(): number {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const spans = this.#waiting;
    this.#waiting = 0;
    this.#open = null;
    this.#closed.length = 0;
    return spans;
  }

  #openFor(span: string): OpenBatch | null {
    if (this.#open?.add(span) === true) return this.#open;
    this.#close();
    adjustSpanClock();
    this.#open = new OpenBatch(this.#options.head, this.#spare.pop());
    return this.#open.add(span) ? this.#open : null;
  }

  #close(): void {
    if (this.#open !== null && this.#open.spans > 0) this.#closed.push(this.#keepSmall(this.#open.close()));
    this.#open = null;
  }

  /** Copies a batch that uses little of its buffer: many that wait would else take many times the memory of their spans. */
  #keepSmall(batch: ClosedBatch): ClosedBatch {
    const { bytes, length } = batch;
    if (length > bytes.length / 2) return batch;
    const copy = Buffer.allocUnsafeSlow(length);
    bytes.copy(copy, 0, 0, length);
    this.#reuse(bytes);
    return { ...batch, bytes: copy };
  }

  #reuse(bytes: Buffer): void {
    if (bytes.length > BATCH_BYTES && this.#spare.length < MAX_SPARE) this.#spare.push(bytes);
  }

  #startTimer(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // While one is on its way the open batch may still be filled.
      if (this.#sending === null) this.#send();
    }, this.#options.delayMs);
    this.#timer.unref();
  }

  #send(): void {
    this.#close();
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
      if (this.#waiting > 0) this.#startTimer();
    });
  }

  async #sendAll(): Promise<void> {
    for (let batch = this.#closed.shift(); batch !== undefined; batch = this.#closed.shift()) {
      const { spans, length, bytes } = batch;
      this.#waiting -= spans;
      await this.#options.send({ spans, body: bytes.subarray(0, length) });
      this.#reuse(bytes);
    }
  }
}
