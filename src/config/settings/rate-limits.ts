import { wholeNumber } from '../kinds/kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Limits');

/** Settings of how much one client may ask for in a minute. */
export const rateLimitsSettings = {
  signInPerUsernameAndAddress: setting({
    name: 'SIGN_IN_PER_USERNAME_AND_ADDRESS',
    what: 'Attempts to sign in with one username from one address that are accepted in a minute. All spellings of a username count as one; what succeeds does not count.',
    kind: wholeNumber(1, 1_000_000),
    default: always(5),
    example: '10',
  }),
  signInPerAddress: setting({
    name: 'SIGN_IN_PER_ADDRESS',
    what: 'Attempts to start a session from one address (of IPv6: one /64 network) that are accepted in a minute.',
    kind: wholeNumber(1, 1_000_000),
    default: always(20),
    example: '100',
  }),
  signInPerUsername: setting({
    name: 'SIGN_IN_PER_USERNAME',
    what: 'Attempts to sign in with one username that are accepted in a minute from all addresses together. It limits guessing from many addresses; a value so low that a few addresses reach it lets them lock users out.',
    kind: wholeNumber(1, 1_000_000),
    default: always(100),
    example: '1000',
  }),
  refreshPerToken: setting({
    name: 'REFRESH_PER_TOKEN',
    what: 'Attempts to renew a session with one refresh token that are accepted in a minute, at each process.',
    kind: wholeNumber(1, 1_000_000),
    default: always(10),
    example: '20',
  }),
  refreshPerAddress: setting({
    name: 'REFRESH_PER_ADDRESS',
    what: 'Attempts to renew a session from one address (of IPv6: one /64 network) that are accepted in a minute, at each process and with whichever tokens. It bounds the calls that made-up tokens cost; a mobile carrier puts hundreds of phones behind one address.',
    kind: wholeNumber(1, 1_000_000),
    default: always(1500),
    example: '5000',
  }),
  ratePerAddress: setting({
    name: 'RATE_PER_ADDRESS_PER_MINUTE',
    what: 'Upstream calls that operations from one address (of IPv6: one /64 network) may cause in a minute, at each process; a request that causes none counts as one. A tenth of them may come at once (at least 20), the others as time goes by. 0 for no limit. A mobile carrier puts hundreds of phones behind one address, hence 100 a second. Private addresses are not limited unless `TRUSTED_PROXIES` is set: they are proxies, not clients.',
    kind: wholeNumber(0, 100_000_000),
    default: always(6000),
    example: '20000',
  }),
  ratePerToken: setting({
    name: 'RATE_PER_TOKEN_PER_MINUTE',
    what: 'The same for operations with one token; 0 for no limit. Far more than an app in one hand sends; a web server that reads for all its visitors with one token may need more.',
    kind: wholeNumber(0, 100_000_000),
    default: always(3000),
    example: '600',
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    what: 'How many proxies of your own stand in front of the gateway, each of which appends to `X-Forwarded-For`; with 0 that header is ignored.',
    kind: wholeNumber(0, 10),
    default: always(0),
    example: '1',
  }),
};
