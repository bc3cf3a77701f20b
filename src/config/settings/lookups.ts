import { milliseconds, wholeNumber } from '../kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Shared lookups');

/** Settings of shared lookup lists. */
export const lookupsSettings = {
  lookupFresh: setting({
    name: 'LOOKUP_FRESH_MS',
    what: 'How long a lookup list or section counts as fresh.',
    kind: milliseconds(0),
    default: always(3_600_000),
    example: '600000',
  }),
  lookupStale: setting({
    name: 'LOOKUP_STALE_MS',
    what: 'How long after that it may still be served while it is refreshed or the service is down.',
    kind: milliseconds(0),
    default: always(86_400_000),
    example: '3600000',
  }),
  lookupMaxAge: setting({
    name: 'LOOKUP_MAX_AGE_S',
    what: 'Seconds for which a client may cache lookups that it requested by GET with a trusted document.',
    kind: wholeNumber(0, 86_400),
    default: always(300),
    example: '60',
  }),
};
