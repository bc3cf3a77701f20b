/** The tracer that records spans. */
import type { CallSpan, ObservedCall, StartCallSpan } from '../../../upstream/call/observed-call.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';
import {
  type BegunOperation,
  type CallPurpose,
  handOn,
  type OperationTrace,
  type Tracer,
  unrecordedCall,
} from '../../operation/operation-trace.ts';
import { formatTraceParent, SAMPLED, type TraceParent } from '../../operation/trace-parent.ts';
import { textAttribute, writeSpan } from './otlp-json.ts';
import type { Sampler } from './sampler.ts';
import { nanosecondsOf } from './span-clock.ts';
import { describeCall, describeOperation } from './span-text.ts';
import { newSpanId, newTraceId } from './trace-ids.ts';

/** Dependencies of the tracer. */
export interface RecordingTracerOptions {
  readonly sampler: Sampler;
  /** Takes a span that is over, as OTLP writes it. */
  readonly addSpan: (span: string) => void;
  /** Sends what is still there, for as long as it may take. */
  readonly shutdown: () => Promise<void>;
}

/** A call of an operation that is recorded. */
class RecordedCall implements CallSpan {
  readonly traceparent: string;
  readonly tracestate: string | null;
  readonly #startedAt = performance.now();
  readonly #spanId = newSpanId();
  readonly #purpose: CallPurpose;
  readonly #parent: TraceParent;
  readonly #addSpan: RecordingTracerOptions['addSpan'];

  constructor(purpose: CallPurpose, parent: TraceParent, addSpan: RecordingTracerOptions['addSpan']) {
    const { traceId, flags, state } = parent;
    this.#purpose = purpose;
    this.#parent = parent;
    this.#addSpan = addSpan;
    this.traceparent = formatTraceParent({ traceId, spanId: this.#spanId, flags });
    this.tracestate = state;
  }

  end(call: ObservedCall): void {
    const { traceId, spanId: parentSpanId, state: traceState } = this.#parent;
    this.#addSpan(
      writeSpan(describeCall(call, this.#purpose), {
        traceId,
        spanId: this.#spanId,
        parentSpanId,
        isParentRemote: false,
        traceState,
        start: nanosecondsOf(this.#startedAt),
        end: nanosecondsOf(performance.now()),
        attribute: null,
      }),
    );
  }
}

/** An operation that is recorded. */
class RecordedOperation implements OperationTrace {
  readonly #begun: BegunOperation;
  /** The operation as the parent of its calls. */
  readonly #self: TraceParent;
  readonly #addSpan: RecordingTracerOptions['addSpan'];

  constructor(begun: BegunOperation, addSpan: RecordingTracerOptions['addSpan']) {
    const { parent } = begun;
    this.#begun = begun;
    this.#self = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      flags: SAMPLED,
      state: parent?.state ?? null,
    };
    this.#addSpan = addSpan;
  }

  get traceId(): string {
    return this.#self.traceId;
  }

  startCall(purpose: CallPurpose): StartCallSpan {
    return () => new RecordedCall(purpose, this.#self, this.#addSpan);
  }

  end(operation: OperationSummary): void {
    const { traceId, spanId, state: traceState } = this.#self;
    const { parent, startedAt, method } = this.#begun;
    this.#addSpan(
      writeSpan(describeOperation(operation, method), {
        traceId,
        spanId,
        parentSpanId: parent?.spanId ?? null,
        isParentRemote: parent !== null,
        traceState,
        start: nanosecondsOf(startedAt),
        end: nanosecondsOf(startedAt + operation.durationMs),
        attribute: textAttribute('listings_gateway.request_id', operation.requestId),
      }),
    );
  }
}

/**
 * An operation that is not recorded, and was not followed before: the service is informed by a trace that is made up with the first
 * call.
 */
class UnrecordedOperation implements OperationTrace {
  readonly traceId = null;
  #call: CallSpan | null = null;

  startCall(): StartCallSpan {
    return () => {
      this.#call ??= unrecordedCall({ traceId: newTraceId(), spanId: newSpanId(), flags: 0, state: null });
      return this.#call;
    };
  }

  end(): void {}
}

/** Creates the tracer. */
export const createRecordingTracer = ({ sampler, addSpan, shutdown }: RecordingTracerOptions): Tracer => ({
  startOperation: (begun) => {
    const { parent } = begun;
    if (sampler(parent)) return new RecordedOperation(begun, addSpan);
    return parent === null ? new UnrecordedOperation() : handOn({ ...parent, flags: 0 });
  },
  [Symbol.asyncDispose]: shutdown,
});
