import { describe, expect, it } from 'vitest';
import { commandHelp, programHelp } from '../../src/cli/command-line.ts';
import { commands } from '../../src/cli/commands.ts';
import { allSettings } from '../../src/config/settings.ts';
import { endpointSummaries } from '../../src/embedded/pages/endpoint-guide.ts';
import { errorCodes } from '../../src/gateway/errors/error-codes.ts';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';
import { userErrorCodes } from '../../src/gateway/schema/core/user-error.ts';
import { printSchemaText } from '../../src/gateway/schema/schema.ts';
import { failureReasons } from '../../src/rest/call/failure-reason.ts';
import { documents, readProjectFile, sourceDocuments } from './documents.ts';
import { proseLinesOf } from './markdown.ts';

/** A word, or a phrase, that readers would not search for or would misread. */
interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words that documents and messages do not use, each with the term of the field that takes its place. */
const bannedWords: readonly BannedWord[] = [
  { pattern: /\bat hand\b/, instead: 'cached' },
  { pattern: /\banew\b/, instead: 'again, re-fetched or restarted' },
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: 'fix' },
  { pattern: /\bpersons?\b|\bpeople\b/, instead: 'user or users' },
  { pattern: /\bdear(?:er|est)?\b/, instead: 'expensive' },
  { pattern: /\bstructures?\b/, instead: 'type or types' },
  { pattern: /\brooms?\b/, instead: 'module, folder or capacity' },
  { pattern: /\brulings?\b/, instead: 'assumption' },
  { pattern: /(?<!circuit[ -])\bbreakers?\b/, instead: 'circuit breaker' },
  { pattern: /\bdepart(?:s|ures?)?\b/, instead: 'deviate, deviation or schema drift' },
  { pattern: /\bwith commas between\b|\bseparated by commas\b/, instead: 'comma-separated' },
  { pattern: /\b(?:at|before|after|since|ends?) (?:the|its) start\b(?! of)/, instead: 'startup' },
  { pattern: /\btells?\b|\btold\b/, instead: 'report, say, state or distinguish' },
  { pattern: /\bunder way\b/, instead: 'in progress or in flight' },
  { pattern: /\bmistakes? of (?:the gateway|ours)\b/, instead: 'bug' },
  { pattern: /\bin a hundred\b/, instead: '%' },
  { pattern: /\bevent loop (?:that )?(?:stands|stood)\b/, instead: 'blocked event loop' },
  { pattern: /\bchance in it\b/, instead: 'jitter' },
  { pattern: /\bcircles?\b/, instead: 'cycle' },
  {
    pattern:
      /\b(?:an|the|its|no|every|same|good|late|last|large|largest|whole|gateway's own) answers?\b|\banswers (?:of|to|from|that|are)\b/,
    instead: 'response',
  },
];

/** Says which banned words lines have, where, and what to write instead. Code and quotations are free to use them. */
const bannedIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, at) =>
    bannedWords.flatMap(({ pattern, instead }) => {
      const [word] = new RegExp(pattern, 'i').exec(line.replaceAll(/`[^`]*`|“[^”]*”/g, '``')) ?? [];
      return word === undefined ? [] : [`line ${at + 1}: "${word}": write ${instead}: ${line.trim().slice(0, 160)}`];
    }),
  );

/** Messages as the lines of one text each. */
const messages: Readonly<Record<string, () => string | Promise<string>>> = {
  'the errors of operations': () =>
    Object.entries(errorCodes)
      .map(([code, { meaning, remedy }]) => `${code}: ${meaning} ${remedy}`)
      .join('\n'),
  'the texts of errors': () =>
    `${readProjectFile('src/gateway/errors/graphql-errors.ts')}${readProjectFile('src/gateway/errors/upstream-errors.ts')}`.replaceAll(
      /^\s*(?:\/?\*|\/\/).*$/gm,
      '',
    ),
  'the errors for users': () =>
    Object.entries(userErrorCodes)
      .map(([code, { description }]) => `${code}: ${description}`)
      .join('\n'),
  'the reasons of failed calls': () =>
    [...failureReasons].map(([reason, { meaning, remedy }]) => `${reason}: ${meaning} ${remedy}`).join('\n'),
  'the settings': () => allSettings.map(({ name, what }) => `${name}: ${what}`).join('\n'),
  'the help': () => [programHelp(), ...commands.map(commandHelp)].join('\n'),
  'the metrics': async () => {
    const metrics = createMetrics();
    metrics.addRedis();
    const lines = (await metrics.print()).split('\n');
    return lines.filter((line) => line.startsWith('# HELP')).join('\n');
  },
  'the schema': () => printSchemaText(),
  'the dashboard': () =>
    [...readProjectFile('deploy/grafana/dashboard.json').matchAll(/"(?:title|description)": "(.*)",?$/gm)]
      .map(([, text]) => text)
      .join('\n'),
  'the alerts': () => readProjectFile('deploy/prometheus/alerts.yaml'),
  'the endpoints of the embedded service': () => Object.values(endpointSummaries).join('\n'),
  'the settings to copy': () => readProjectFile('.env.example'),
};

describe('Banned words', () => {
  it.each([...documents, ...sourceDocuments])('are not in %s', (path) =>
    expect(bannedIn(proseLinesOf(readProjectFile(path)))).toEqual([]),
  );

  it.each(Object.entries(messages))('are not in %s', async (_name, textOf) =>
    expect(bannedIn((await textOf()).split('\n'))).toEqual([]),
  );

  it('are found, with their line and what to write instead', () => {
    expect(bannedIn(['The list is cached.', '`at hand`', 'The list is at hand.'])).toEqual([
      'line 3: "at hand": write cached: The list is at hand.',
    ]);
    expect(proseLinesOf('a\n```sh\nat hand\n```\n<!-- measured:x -->\nat hand\n<!-- /measured -->\nb')).toEqual([
      'a',
      '',
      '',
      '',
      '',
      '',
      '',
      'b',
    ]);
  });
});
