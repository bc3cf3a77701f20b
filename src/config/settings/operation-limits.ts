import { choice, wholeNumber } from '../kinds/kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Limits');

/** Settings of how much one operation may cost. */
export const operationLimitsSettings = {
  maxUpstreamCalls: setting({
    name: 'MAX_UPSTREAM_CALLS',
    what: 'Most calls to the service that one operation may cause, in the worst case; known before it runs.',
    kind: wholeNumber(1, 100_000),
    default: always(50),
    example: '80',
  }),
  upstreamCallLimit: setting({
    name: 'UPSTREAM_CALL_LIMIT',
    what: '`enforce` refuses operations over that limit; `measure` runs them and only reports what they may cost.',
    kind: choice('enforce', 'measure'),
    default: always('enforce'),
    example: 'measure',
  }),
  maxResponseObjects: setting({
    name: 'MAX_RESPONSE_OBJECTS',
    what: 'Most objects in the response to one operation, however deep they stand.',
    kind: wholeNumber(100, 10_000_000),
    default: always(25_000),
    example: '50000',
  }),
  maxResponseBytes: setting({
    name: 'MAX_RESPONSE_BYTES',
    what: 'Largest response to one operation, in bytes of JSON.',
    kind: wholeNumber(10_000, 104_857_600),
    default: always(2_097_152),
    example: '4194304',
  }),
};
