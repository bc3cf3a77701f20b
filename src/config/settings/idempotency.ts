import { wholeNumber } from '../kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Idempotency keys');

/** Settings of writes that may be sent again. */
export const idempotencySettings = {
  idempotencyTtl: setting({
    name: 'IDEMPOTENCY_TTL_S',
    what: 'Seconds for which a write with an idempotency key, and its response, are remembered; sent again after that, it counts as a new one.',
    kind: wholeNumber(60, 2_592_000, 'of seconds '),
    default: always(86_400),
    example: '604800',
  }),
  idempotencyMemory: setting({
    name: 'IDEMPOTENCY_MEMORY_MB',
    what: 'Most memory for idempotency keys and their responses without Redis. When it is full, writes with a key are refused (`IDEMPOTENCY_UNAVAILABLE`): to forget one early would let its write be made twice.',
    kind: wholeNumber(1, 65_536, 'of megabytes '),
    default: always(64),
    example: '256',
  }),
};
