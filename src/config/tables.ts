/** The settings for readers: the help, a table for docs/settings.md, `.env.example`, and what is in effect now. */
import type { Environment } from './environment.ts';
import { shown } from './kinds.ts';
import { createReader } from './reader.ts';
import { examplePath, fileVariableOf } from './secret-files.ts';
import { groups, type Setting, textOf } from './settings/setting.ts';
import { allSettings, settings } from './settings/settings.ts';

const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** Describes a setting and, of a secret, how a file may hold it. */
const meaningOf = (setting: Setting): string => {
  const variable = fileVariableOf(setting);
  return variable === null ? setting.what : `${setting.what} Or \`${variable}\`: the path of a file that holds it.`;
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
  [settings.listingsApiUrl, 'Base address of your service, as https://host/api.'],
  [settings.clientId, "The gateway's own application at that service …"],
  [settings.clientSecret, '… and its secret; or LISTINGS_CLIENT_SECRET_FILE.'],
  [settings.currency, 'Currency of the prices, as EUR.'],
  [settings.port, 'Port of the gateway (4000).'],
  [settings.host, 'Address to listen on (127.0.0.1).'],
  [settings.nodeEnv, 'production selects the defaults of a deployment.'],
  [settings.corsOrigins, 'Origins whose pages may call the gateway.'],
  [settings.embeddedPort, 'Port of the embedded service (4001).'],
  [settings.embeddedData, 'Where it keeps its data: memory, file, or a path.'],
];

/** Those, and what a deployment needs besides; all others have good defaults. */
const everyday: readonly Setting[] = [
  ...first.map(([setting]) => setting),
  settings.trustedProxies,
  settings.sessionKeys,
  settings.trustedDocuments,
  settings.trustedDocumentsFile,
  settings.knownClients,
  settings.logLevel,
  settings.otlpEndpoint,
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

/** The settings whose values are not their defaults, by name, secrets masked: for the log. */
export const changedSettings = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settingsInEffect(env, {}).flatMap(({ name, value, source }) => {
      const setting = allSettings.find((each) => each.name === name);
      const isDefault = setting !== undefined && value === textOf(setting.default.in(createReader(env).situation));
      return source === 'default' || isDefault ? [] : [[name, value]];
    }),
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
  const inEffect = (setting: Setting) => {
    const { name, kind } = setting;
    const secretFile = reader.fileOf(setting);
    if (secretFile !== undefined) {
      const value = secretFile.text === null ? 'not usable' : '[redacted]';
      return { name, value, source: `file ${secretFile.path}` };
    }
    const text = reader.textOf(setting);
    if (text === undefined) {
      return { name, value: textOf(setting.default.in(reader.situation)), source: 'default' };
    }
    return { name, value: shown(kind, text), source: environment[name] === undefined ? '.env' : 'environment' };
  };
  return sections.flatMap(([section, members]) => members.map((setting) => ({ section, ...inEffect(setting) })));
};
