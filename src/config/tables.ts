/** The settings for readers: the help, a table for docs/settings.md, `.env.example`, and what is in effect now. */
import { shown } from '../settings/kinds.ts';
import { examplePath, fileVariableOf, groups, type Setting } from '../settings/setting.ts';
import type { Environment } from './environment.ts';
import { createReader, type Reader } from './reader.ts';
import { allSettings, settings } from './settings.ts';

const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** Describes a setting and, of a secret, how a file may hold it. */
const meaningOf = (setting: Setting): string => {
  const variable = fileVariableOf(setting);
  return variable === null ? setting.what : `${setting.what} Or in a file: \`${variable}\`.`;
};

const wrap = (text: string, indent: string, width = 100): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent.length + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
};

/** The settings that a first start needs, each in a few words. */
const first: readonly (readonly [setting: Setting, what: string])[] = [
  [settings.remote.url, 'Base address of your service, as https://host/api.'],
  [settings.client.clientId, "The gateway's own application at that service …"],
  [settings.client.clientSecret, '… and its secret; or LISTINGS_CLIENT_SECRET_FILE.'],
  [settings.currency, 'Currency of the prices, as EUR.'],
  [settings.server.port, 'Port of the gateway (4000).'],
  [settings.server.host, 'Address to listen on (127.0.0.1).'],
  [settings.nodeEnv, 'production selects the defaults of a deployment.'],
  [settings.server.corsOrigins, 'Origins whose pages may call the gateway.'],
  [settings.embedded.port, 'Port of the embedded service (4001).'],
  [settings.embedded.data, 'Where it keeps its data: memory, file, or a path.'],
];

/** Those, and what a deployment needs besides; all others have good defaults. */
const everyday: readonly Setting[] = [
  ...first.map(([setting]) => setting),
  settings.trustedProxies,
  settings.browserSessions.keys,
  settings.trustedDocuments.mode,
  settings.trustedDocuments.paths,
  settings.knownClients,
  settings.logLevel,
  settings.tracing.endpoint,
  settings.workers,
  settings.redisUrl,
];

/** All settings under their headings: those of every day, limits, and those for experts by what they are about. */
const sections: readonly (readonly [heading: string, members: readonly Setting[]])[] = [
  ['Everyday', everyday],
  ...groups.map((group) => {
    const isLimit = group === 'Limits' || group === 'Time limits';
    const members = allSettings.filter((setting) => setting.group === group && !everyday.includes(setting));
    return [isLimit ? group : `Expert: ${group}`, members] as const;
  }),
];

/** Writes the settings that a first start needs, one a line. */
export const mainSettingsHelp = (): string =>
  first.map(([{ name }, what]) => `  ${name.padEnd(23)} ${what}`).join('\n');

/** Writes all settings for a terminal. */
export const settingsHelp = (): string =>
  sections
    .map(([heading, members]) => {
      const entries = members.map(
        (setting) =>
          `  ${setting.name} (default: ${plain(setting.default.text)})\n${wrap(plain(meaningOf(setting)), '      ')}`,
      );
      return [`${heading}:`, ...entries].join('\n');
    })
    .join('\n\n');

/** Writes all settings as a Markdown table. */
export const settingsTable = (): string => {
  const rows = sections.flatMap(([heading, members]) => [
    `| **${heading}** | | |`,
    ...members.map((setting) => {
      const { text } = setting.default;
      const fallback = text.startsWith('unset') || text.includes('`') ? text : `\`${text}\``;
      return `| \`${setting.name}\` | ${fallback} | ${meaningOf(setting).replaceAll('|', '\\|')} |`;
    }),
  ]);
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
};

/** Writes all settings as a file to copy to `.env`: each with its meaning, commented out. */
export const settingsEnvFile = (): string => {
  const parts = sections.map(([heading, members]) => {
    const entries = members.flatMap((setting) => {
      const { name, what, kind, default: fallback, example } = setting;
      const variable = fileVariableOf(setting);
      return [
        '',
        wrap(plain(what), '# '),
        `# Default: ${plain(fallback.text)}. Takes ${kind.expected}.`,
        ...(variable === null ? [] : [`# A file may hold it: ${variable}=${examplePath(setting)}`]),
        `#${name}=${/[\s#'"]/.test(example) ? `"${example}"` : example}`,
      ];
    });
    return [`# --- ${heading} ---`, ...entries].join('\n');
  });
  return [
    '# Copy to .env in the working directory and uncomment what you want to set.',
    '# The environment wins over this file; an empty value counts as unset.',
    '',
    `${parts.join('\n\n')}\n`,
  ].join('\n');
};

const defaultIn = (reader: Reader, setting: Setting): string => setting.default.in(reader.situation) ?? 'unset';

/** Gives the text of the value in effect, masked where it is secret. */
const valueIn = (reader: Reader, setting: Setting): string => {
  const file = reader.fileOf(setting);
  if (file !== undefined) return file.text === null ? 'not usable' : '[redacted]';
  const text = reader.textOf(setting);
  return text === undefined ? defaultIn(reader, setting) : shown(setting.kind, text);
};

/** The settings whose values are not their defaults, by name, secrets masked: for the log. */
export const changedSettings = (reader: Reader): Readonly<Record<string, string>> =>
  Object.fromEntries(
    allSettings
      .filter((setting) => valueIn(reader, setting) !== defaultIn(reader, setting))
      .map((setting) => [setting.name, valueIn(reader, setting)]),
  );

/** A setting in effect. */
export interface SettingInEffect {
  /** Heading that it stands under. */
  readonly section: string;
  readonly name: string;
  /** Text of its value, masked where it is secret. */
  readonly value: string;
  /** `environment`, `.env`, `default`, or `file` and its path. */
  readonly source: string;
}

/**
 * Lists for every setting the value in effect and its source.
 *
 * @param environment what the process was given, which wins
 * @param file what the file `.env` says
 */
export const settingsInEffect = (environment: Environment, file: Environment): readonly SettingInEffect[] => {
  const reader = createReader({ ...file, ...environment });
  const sourceOf = (setting: Setting): string => {
    const secretFile = reader.fileOf(setting);
    if (secretFile !== undefined) return `file ${secretFile.path}`;
    if (reader.textOf(setting) === undefined) return 'default';
    return environment[setting.name] === undefined ? '.env' : 'environment';
  };
  return sections.flatMap(([section, members]) =>
    members.map((setting) => ({
      section,
      name: setting.name,
      value: valueIn(reader, setting),
      source: sourceOf(setting),
    })),
  );
};
