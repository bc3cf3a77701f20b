/** Notices names in the environment that look like settings and are none, and finds what somebody meant to write. */
import { fileVariableOf } from '../settings/setting.ts';
import type { Environment } from './environment.ts';
import { allSettings } from './settings.ts';

/** Counts how many letters have to be inserted, dropped, replaced or swapped with their neighbour to get from a to b. */
const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? a.length;
};

/** A known name, and how many letters it is away from what was written; 0 is a difference in case only. */
interface Nearest {
  readonly name: string;
  readonly distance: number;
}

/** Finds the known name that is nearest to a text, in any case; undefined when no name shares half its letters. */
export const findNearest = (text: string, names: readonly string[]): Nearest | undefined => {
  const written = text.toUpperCase().slice(0, 100);
  let nearest: Nearest | undefined;
  for (const name of names) {
    // So many letters have to come or go whatever they are; most names need no closer look.
    if (Math.abs(written.length - name.length) > name.length / 2) continue;
    const distance = editDistance(written, name.toUpperCase());
    if (distance <= name.length / 2 && (nearest === undefined || distance < nearest.distance)) {
      nearest = { name, distance };
    }
  }
  return nearest;
};

const names = allSettings.flatMap((setting) => [setting.name, fileVariableOf(setting) ?? setting.name]);
const atTheProxy = 'Bound what one address has open at the proxy in front, as deploy/nginx/ingress.conf does';
/** Settings that there were, each with what to do. */
const removed: ReadonlyMap<string, string> = new Map([
  ['EMBEDDED_REFRESH_TOKEN_LIFETIME_S', 'Refresh tokens of the embedded service last 30 days: take the setting out'],
  ['EMBEDDED_TEST_LISTING_LIMIT', 'An account holds ten active test listings: take the setting out'],
  ['HTTP_FAST_PATH', "Node's HTTP server reads every request: take the setting out"],
  ['LOOKUP_MAX_AGE_S', 'A client may keep lookups for five minutes: take the setting out'],
  ['LOOKUP_STALE_MS', 'A list is served for a day after it was fresh: take the setting out'],
  ['MAX_CONNECTIONS_PER_ADDRESS', atTheProxy],
  ['MAX_UNREAD_BYTES_PER_ADDRESS', 'The slowest clients go first, whatever their address: take the setting out'],
  ['MAX_UNFINISHED_REQUESTS', 'What they hold counts for MAX_UNREAD_BYTES: take the setting out'],
  ['MAX_UNFINISHED_REQUESTS_PER_ADDRESS', atTheProxy],
  ['REFRESH_PER_TOKEN', 'A refresh token is taken ten times a minute: take the setting out'],
  ['UPSTREAM_BODY_GAP_TIMEOUT_MS', 'A response may pause for 3 s: take the setting out, or set UPSTREAM_TIMEOUT_MS'],
  ['UPSTREAM_CONNECTION_MAX_AGE_S', 'A connection is used for two minutes: take the setting out'],
  ['UPSTREAM_CONNECT_TIMEOUT_MS', 'A connection may take 2 s: take the setting out, or set UPSTREAM_TIMEOUT_MS'],
  ['UPSTREAM_QUEUE', '4,096 calls may wait for a connection: take the setting out, or set UPSTREAM_CONNECTIONS'],
  ['UPSTREAM_QUEUE_WAIT_MS', 'A caller waits a second for a turn: take the setting out, or set UPSTREAM_CONNECTIONS'],
  ['UPSTREAM_RETRY_PERCENT', 'A tenth of the calls may be made a second time: take the setting out'],
  ['UPSTREAM_TOKEN_CONNECTIONS', 'Sign-ins have 8 connections, and so have refreshes: take the setting out'],
]);
/** Names that files of settings would have if these were secrets. */
const noFiles = new Map(allSettings.map(({ name }) => [`${name}_FILE`, name]));
const ownPrefix = /^(?:LISTINGS|EMBEDDED|UPSTREAM|LOOKUP|OVERLOAD|SHUTDOWN)_/i;
/** Kubernetes adds such names for every service it knows, `listings-…` among them. */
const orchestrator = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP)\w*)$/;

/** Says which names of the environment are not read, with the setting that was probably meant. */
export const findUnknownNames = (env: Environment): string[] => {
  const warnings: string[] = [];
  for (const name of Object.keys(env)) {
    if (names.includes(name) || env[name] === undefined || env[name] === '') continue;
    const advice = removed.get(name);
    if (advice !== undefined) {
      warnings.push(`${name} is no longer a setting and is not read. ${advice}`);
      continue;
    }
    const plain = noFiles.get(name);
    if (plain !== undefined) {
      warnings.push(
        `${name} is not a setting and is not read: only secrets are read from files, so set ${plain} itself`,
      );
      continue;
    }
    const nearest = findNearest(name, names);
    const typo = nearest !== undefined && nearest.distance <= (nearest.name.length < 8 ? 1 : 2);
    const ours = ownPrefix.test(name) && !orchestrator.test(name);
    if (!typo && !ours) continue;
    warnings.push(`${name} is not a setting and is not read${nearest ? `: did you mean ${nearest.name}?` : ''}`);
  }
  return warnings;
};
