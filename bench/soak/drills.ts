/** What befalls gateways in production, with what came of it earlier, and the group that tries it now. */

/** A drill: a row of the table in docs/guarantees.md. */
export interface Drill {
  readonly name: string;
  /** The group that tries it. */
  readonly group: string;
  /** How those figures of the group begin that belong to the drill; all of the group unless given. */
  readonly figures?: readonly string[];
  /** What version 0.1.0 at 1dd230f did. */
  readonly before: string;
}

/** The drills, in the order of the table. */
export const drills: readonly Drill[] = [
  {
    name: 'Redis hangs, is killed, refuses or loses its data under load',
    group: 'redis-faults',
    before: 'all answered, 55 ms at most; used again after 6 s',
  },
  {
    name: 'All connections to the service are reset at one moment, 400 requests a second',
    group: 'blips',
    figures: ['all connections reset at one moment: '],
    before: '1,324 of 4,800 failed (72 % answered)',
  },
  {
    name: 'The service restarts within 0.3 s',
    group: 'blips',
    figures: ['a restart of 0.3 s: '],
    before: '423 of 2,000 failed (79 % answered)',
  },
  {
    name: 'The service is up for 3 s and down for 3 s',
    group: 'blips',
    figures: ['3 s up and 3 s down: '],
    before: '15 % answered',
  },
  {
    name: 'Total outage of 3 s at full load',
    group: 'outage',
    before: 'found again after 3 to 6 s',
  },
  {
    name: 'A part of the service responds after 4 s, or hangs; users sign in and read lists',
    group: 'slow-groups',
    before: '60 to 90 % of sign-ins, and of cached lists, 503',
  },
  {
    name: 'Twice as many requests as can be answered',
    group: 'overload',
    before: 'goodput 85 % of the peak',
  },
  {
    name: 'Large responses of the service that stall before their end',
    group: 'large-responses',
    before: 'killed for lack of memory at 768 MB within 3 s',
  },
  {
    name: '10,000 idle connections, within the limit and at twice the limit',
    group: 'idle-connections',
    before: '2,000 served; all others reset, `/livez` and `/readyz` too, so that the process was restarted',
  },
  {
    name: 'Nobody reads standard output',
    group: 'silent-stdout',
    before: 'heap from 57 to 273 MB in 30 s, then 503 for all; SIGTERM had no effect within 15 s',
  },
  {
    name: 'SIGHUP, SIGUSR1 and SIGUSR2 under load',
    group: 'signals',
    before: 'SIGHUP and SIGUSR2 ended it at once, and SIGUSR1 opened the inspector',
  },
  {
    name: 'SIGTERM, one process, 32 clients without a pause',
    group: 'graceful-stop',
    before: 'none lost',
  },
];
