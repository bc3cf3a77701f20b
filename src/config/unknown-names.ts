/** Notices names in the environment that look like settings and are none. */
import type { Environment } from './environment.ts';
import { findNearest } from './nearest.ts';
import { fileVariableOf } from './secret-files.ts';
import { allSettings } from './settings/settings.ts';

const names = allSettings.flatMap((setting) => [setting.name, fileVariableOf(setting) ?? setting.name]);
const atTheProxy = 'Bound what one address has open at the proxy in front, as deploy/nginx/ingress.conf does';
/** Settings that there were, each with what to do. */
const removed: ReadonlyMap<string, string> = new Map([
  ['HTTP_FAST_PATH', "Node's HTTP server reads every request: take the setting out"],
  ['MAX_CONNECTIONS_PER_ADDRESS', atTheProxy],
  ['MAX_UNREAD_BYTES_PER_ADDRESS', 'The slowest clients go first, whatever their address: take the setting out'],
  ['MAX_UNFINISHED_REQUESTS', 'What they hold counts for MAX_UNREAD_BYTES: take the setting out'],
  ['MAX_UNFINISHED_REQUESTS_PER_ADDRESS', atTheProxy],
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
