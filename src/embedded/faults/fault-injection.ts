/**
 * Faults on demand, to try how a client behaves when the service fails. There are none unless the service was started
 * with a plan of them (`faultPlan`), or lets requests ask for them (`faults`) with the header
 *
 *     x-demo-fault: <fault>{, <fault>}
 *
 * e.g. `x-demo-fault: latency:200, 503`. How faults are written stands at parseFault, plans at FaultPlan.
 */
import { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { parseJson } from '../../json/lossless-json.ts';
import { badRequest, Refusal, unauthorised } from '../core/refusal.ts';
import { type Fault, FaultPlan, FaultSyntaxError, type MetFaults, type OddShape, parseFault } from './fault-plan.ts';

/** The header in which a request asks for faults. */
const FAULT_HEADER = 'x-demo-fault';

/** Faults that a service shows. */
export interface FaultOptions {
  /** Whether requests may ask for faults: the setting `EMBEDDED_FAULTS`; no unless given. */
  readonly faults?: boolean;
  /** Faults that requests meet without asking: the setting `EMBEDDED_FAULT_PLAN`; none unless given. */
  readonly faultPlan?: string | null;
}

type Responder = () => Promise<Response>;

const readHeader = (header: string | null): Fault[] => {
  try {
    return header === null ? [] : header.split(',').map(parseFault);
  } catch (error) {
    throw error instanceof FaultSyntaxError ? badRequest(`Header ${FAULT_HEADER}: ${error.message}`) : error;
  }
};

const refuse = (status: number, retryAfterSeconds: number | null): Refusal => {
  const text = `This fault was asked for: HTTP ${status}.`;
  if (status === 401) return unauthorised(text);
  const headers = retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return new Refusal(status, text, headers);
};

const outgoingOf = (context: Context): ServerResponse => {
  const outgoing: unknown = context.env?.outgoing;
  if (outgoing instanceof ServerResponse) return outgoing;
  throw new TypeError('Connections can be reset behind a node server only');
};

/** Sends the head and half of the body, then closes the connection. */
const breakOff = async (outgoing: ServerResponse, response: Response): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), 'content-length': body.byteLength + 1 };
  outgoing.writeHead(response.status, headers);
  await new Promise<void>((resolve) => {
    outgoing.write(body.subarray(0, Math.ceil(body.byteLength / 2)), () => resolve());
  });
  outgoing.destroy();
};

const withNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(() => null);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
};

const withStrings = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(withStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withStrings(each)]));
};

const HTML = '<!doctype html><title>Listings</title><h1>It works</h1>\n';

const rewriters: Readonly<Record<Exclude<OddShape, 'html'>, (text: string) => string>> = {
  wrapped: (text) => `{"Data":${text}}`,
  array: (text) => `[${text}]`,
  nulls: (text) => JSON.stringify(withNulls(JSON.parse(text))),
  strings: (text) => JSON.stringify(withStrings(parseJson(text))),
  empty: () => '',
  truncated: (text) => text.slice(0, Math.floor(text.length / 2)),
  bom: (text) => `\uFEFF${text}`,
};

/** Gives a JSON response another shape; responses that are not 200 with JSON stay as they are. */
const makeOdd = async (response: Response, shape: OddShape): Promise<Response> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status !== 200 || !isJson) return response;
  if (shape === 'html') return new Response(HTML, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  return new Response(rewriters[shape](await response.text()), { headers: { 'Content-Type': 'application/json' } });
};

const spoil = async (
  context: Context,
  fault: NonNullable<MetFaults['spoiler']>,
  respond: Responder,
): Promise<Response> => {
  switch (fault.kind) {
    case 'status':
      throw refuse(fault.status, fault.retryAfterSeconds);
    case 'odd':
      return makeOdd(await respond(), fault.shape);
    case 'reset': {
      const outgoing = outgoingOf(context);
      if (fault.at === 'before') outgoing.socket?.resetAndDestroy();
      else await breakOff(outgoing, await respond());
      return RESPONSE_ALREADY_SENT;
    }
    default:
      return fault satisfies never;
  }
};

/** Responds to requests as the faults they meet have it. */
export type FaultInjection = (operation: string, context: Context, respond: Responder) => Promise<Response>;

/**
 * Creates the faults of a service. A status and a reset before the response keep the request from being carried out; odd
 * responses and a reset within the body come after it was.
 *
 * @throws FaultSyntaxError when the plan is not written as it should be
 */
export const createFaultInjection = ({ faults = false, faultPlan = null }: FaultOptions): FaultInjection => {
  const plan = new FaultPlan(faultPlan ?? '');
  return async (operation, context, respond) => {
    const own = faults ? readHeader(context.req.raw.headers.get(FAULT_HEADER)) : [];
    const { delayMs, spoiler } = plan.take(operation, own);
    if (delayMs > 0) await delay(delayMs, undefined, { signal: context.req.raw.signal, ref: false });
    return spoiler === null ? respond() : spoil(context, spoiler, respond);
  };
};
