/** Mistakes in the configuration, the messages about them, and what is doubtful. */
import { commandName } from '../process/command-name.ts';
import { oneLine, shown } from './kinds.ts';
import type { Reader } from './reader.ts';
import { type ServiceConfig, findAddressDoubts } from './service.ts';
import type { Setting } from './settings/setting.ts';
import { settings } from './settings/settings.ts';

/** One mistake. */
export interface Problem {
  /** Setting to change. */
  readonly name: string;
  /** Its value, masked where it is secret; null when it is unset. */
  readonly seen: string | null;
  /** Rule that is broken; it follows the name: "must be …". */
  readonly message: string;
  /** What exactly is wrong with the value, as a sentence; null when the rule says it all. */
  readonly hint: string | null;
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Creates the problem of a setting with an invalid text. */
export const problemOf = (
  { name, kind, example }: Setting,
  text: string | undefined,
  message: string,
  betterExample = example,
): Problem => ({
  name,
  seen: text === undefined || text === '' ? null : shown(kind, text),
  message,
  hint: (text !== undefined && kind.parse(text) === undefined && kind.hint?.(text)) || null,
  example: betterExample,
});

/** Writes all mistakes as one message. */
export const formatProblems = (problems: readonly Problem[]): string => {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  const lines = problems.flatMap(({ name, seen, message, hint, example }) => [
    `  ${name} ${oneLine(message)}.`,
    ...(hint === null ? [] : [`    ${oneLine(hint)}`]),
    seen === null ? '    It is not set.' : `    It is set to: ${seen}`,
    `    Example: ${name}=${shown({ expected: '', parse: () => '' }, example)}`,
  ]);
  const help = `Every setting: ${commandName()} help settings`;
  return [`The configuration has ${count}:`, '', ...lines, '', help].join('\n');
};

/** Writes all mistakes in one line, without the values. */
export const summariseProblems = (problems: readonly Problem[]): string =>
  `the configuration is mistaken: ${problems.map(({ name, message }) => `${name} ${oneLine(message)}`).join('; ')}`;

/** Finds such settings, and says of each what is doubtful. */
export function findDoubts(
  reader: Reader,
  gatewayPort: number,
  workers: number,
  service: ServiceConfig | undefined,
): string[] {
  const doubts: string[] = [];
  const nodeEnv = reader.read(settings.nodeEnv) ?? '';
  if (/^prod/i.test(nodeEnv) && !reader.situation.production) {
    doubts.push(`NODE_ENV=${nodeEnv} is not production: only NODE_ENV=production counts as such`);
  }
  if (service?.kind === 'remote') doubts.push(...findAddressDoubts(service.url));
  const isAmongClients = reader.textOf(settings.metricsPort) === String(gatewayPort);
  if (reader.situation.production && gatewayPort !== 0 && isAmongClients) {
    doubts.push('METRICS_PORT is the port of the gateway (PORT): everyone who reaches it can read the metrics');
  }
  if (workers > 1 && reader.textOf(settings.redisUrl) === undefined) {
    doubts.push(
      'WORKERS are several and there is no REDIS_URL: writes with an idempotency key are refused, and there are no browser sessions',
    );
  }
  const documents = reader.textOf(settings.trustedDocumentsFile);
  if (documents !== undefined && reader.read(settings.trustedDocuments) === 'off') {
    doubts.push('TRUSTED_DOCUMENTS_FILE is set and not read, because TRUSTED_DOCUMENTS is off');
  }
  return doubts;
}
