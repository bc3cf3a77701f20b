/** Clients that metrics distinguish: those of a list (`KNOWN_CLIENTS`), so that nothing a client writes becomes a series. */
import { type Kind } from '../../settings/kinds.ts';
import { settingIn } from '../../settings/setting.ts';
import type { ClientName } from '../http/client-identity.ts';

/** Entries as a user writes them: `ios`, `ios@8.1.0`, `ios@8.*`. */
export type KnownClients = readonly string[];

/** The label of clients that are on no list. */
const OTHER_CLIENT = 'other';
/** The label of clients that do not say what they are. */
const NO_CLIENT = 'none';

/** Most entries: each multiplies the series of what is given by client. */
export const MAX_KNOWN_CLIENTS = 50;

const ENTRY = /^([\w.:/+-]{1,64})(?:@([\w.:/+-]{1,63}\*?|\*))?$/;

/** Returns whether entries can be a list: each well formed, none twice, none the label of something else. */
export const isKnownClients = (entries: KnownClients): boolean =>
  entries.length <= MAX_KNOWN_CLIENTS &&
  new Set(entries).size === entries.length &&
  entries.every((entry) => ENTRY.test(entry) && entry !== OTHER_CLIENT && entry !== NO_CLIENT);

/** Clients by name, and by version where one is given. */
const clientList: Kind<KnownClients> = {
  expected: `comma-separated names, or name@version, where a version may end with *: at most ${MAX_KNOWN_CLIENTS}, none twice, none of them other or none`,
  parse: (text) => {
    const clients = text.split(',').map((each) => each.trim());
    return isKnownClients(clients) ? clients : undefined;
  },
};

const server = settingIn('Server');

/** The list. */
export const knownClientsSetting = server('KNOWN_CLIENTS', clientList, {
  what: 'Clients that the metrics distinguish, by their headers `apollographql-client-name` and `apollographql-client-version`: comma-separated names, or `name@version`. A version may end with `*`; the first entry that fits counts.',
  example: 'ios@8.*,ios,android,web',
});

interface Pattern {
  readonly label: string;
  readonly matches: (version: string | null) => boolean;
}

const matcherOf = (version: string | undefined): Pattern['matches'] => {
  if (version === undefined) return () => true;
  if (!version.endsWith('*')) return (given) => given === version;
  const start = version.slice(0, -1);
  return (given) => given?.startsWith(start) === true;
};

/** Every label that a list makes. */
export const labelsOf = (clients: KnownClients): readonly string[] => [...clients, OTHER_CLIENT, NO_CLIENT];

/** Creates what finds the label of a client: the first entry of the list that it fits. */
export const createClientLabel = (clients: KnownClients): ((client: ClientName | null) => string) => {
  const byName = new Map<string, Pattern[]>();
  for (const label of clients) {
    const [, name = label, version] = ENTRY.exec(label) ?? [];
    const patterns = byName.get(name) ?? [];
    patterns.push({ label, matches: matcherOf(version) });
    byName.set(name, patterns);
  }
  return (client) => {
    if (client === null) return NO_CLIENT;
    const patterns = client.name === null ? undefined : byName.get(client.name);
    return patterns?.find(({ matches }) => matches(client.version))?.label ?? OTHER_CLIENT;
  };
};
