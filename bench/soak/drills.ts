/** What befalls gateways in production, and the group that tries it. */

/** A drill: a row of the table in docs/guarantees.md. */
export interface Drill {
  readonly name: string;
  /** The group that tries it. */
  readonly group: string;
  /** How those figures of the group begin that belong to the drill; all of the group unless given. */
  readonly figures?: readonly string[];
}

/** The drills, in the order of the table. */
export const drills: readonly Drill[] = [
  {
    name: 'Redis hangs, is killed, refuses or loses its data under load',
    group: 'redis-faults',
  },
  {
    name: 'All connections to the service are reset at one moment, 400 requests a second',
    group: 'blips',
    figures: ['all connections reset at one moment: '],
  },
  {
    name: 'The service restarts within 0.3 s',
    group: 'blips',
    figures: ['a restart of 0.3 s: '],
  },
  {
    name: 'The service is up for 3 s and down for 3 s',
    group: 'blips',
    figures: ['3 s up and 3 s down: '],
  },
  {
    name: 'Total outage of 3 s at full load',
    group: 'outage',
  },
  {
    name: 'A part of the service responds after 4 s, or hangs; users sign in and read lists',
    group: 'slow-groups',
  },
  {
    name: 'Twice as many requests as can be answered',
    group: 'overload',
  },
  {
    name: 'Large responses of the service that stall before their end',
    group: 'large-responses',
  },
  {
    name: '10,000 idle connections, within the limit and at twice the limit',
    group: 'idle-connections',
  },
  {
    name: 'Nobody reads standard output',
    group: 'silent-stdout',
  },
  {
    name: 'SIGHUP, SIGUSR1 and SIGUSR2 under load',
    group: 'signals',
  },
  {
    name: 'SIGTERM, one process, 32 clients without a pause',
    group: 'graceful-stop',
  },
];
