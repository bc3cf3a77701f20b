/** Attributes of the process that sends spans. */
import { randomUUID } from 'node:crypto';
import type { ResourceAttributes } from './otlp-json.ts';

/** Options of the attributes. */
export interface ResourceOptions {
  /** Null where the attributes may name it. */
  readonly serviceName: string | null;
  readonly version: string;
  /** Attributes of the deployment; they overrule what is not set otherwise. */
  readonly attributes: ResourceAttributes;
}

const SERVICE_NAME = 'listings-gateway';

/** Puts the attributes together. Each process has an id of its own, each worker too, unless the attributes name one. */
export const resourceOf = ({ serviceName, version, attributes }: ResourceOptions): ResourceAttributes => ({
  'service.name': SERVICE_NAME,
  'service.version': version,
  'service.instance.id': randomUUID(),
  ...attributes,
  ...(serviceName === null ? {} : { 'service.name': serviceName }),
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.name': 'listings-gateway',
  'telemetry.sdk.version': version,
});
