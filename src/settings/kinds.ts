/** The kinds of values that settings take, and how each is written in the environment. Kinds of one part alone are with its settings. */

/** A kind of value: how it is written in the environment. */
export interface Kind<Value> {
  /** Completes "must be …". */
  readonly expected: string;
  /** Reads a text; undefined when it is not such a value. */
  readonly parse: (text: string) => Value | undefined;
  /** Says in a sentence what is wrong with a text that is not such a value, where more can be said than `expected` does. */
  readonly hint?: (text: string) => string | undefined;
  /** Returns whether a text says that the default is wanted. An empty text always says so. */
  readonly leftOut?: (text: string) => boolean;
  /** Makes a text fit to be shown: what in it is secret is replaced. */
  readonly mask?: (text: string) => string;
  /** True when such a value is or holds a secret, which may then stand in a file of its own. */
  readonly isSecret?: true;
}

/** Gives a setting's text as it may be shown: masked, quoted where it is not plain, and cut when very long. */
export const shown = (kind: Kind<unknown>, text: string): string => {
  const masked = kind.mask ? kind.mask(text) : text;
  const cut = masked.length > 120 ? `${masked.slice(0, 120)}…` : masked;
  return /^[\w!-~…]+$/u.test(cut) ? cut : JSON.stringify(cut).replaceAll(/[\u007f-\u009f]/g, escapeCharacter);
};

/** Writes what may quote a text so that it stays on its line. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, escapeCharacter);

/** Writes a character as JSON may. */
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Masks an invalid address: it shows not what stands before an `@`, wherever else that may be, nor behind the path. */
export const maskAddress = (text: string): string =>
  text.replace(/^([a-z+]*:\/\/)?.*@/is, '$1[redacted]@').replace(/[?#].*$/s, (rest) => `${rest[0]}[redacted]`);

/** An origin: scheme, host and port. */
export const origin: Kind<URL> = {
  expected: 'an http:// or https:// origin without path, query or fragment',
  parse: (text) => {
    const url = serviceUrl.parse(text);
    return url === undefined || url.pathname !== '/' ? undefined : url;
  },
  mask: maskAddress,
};

const isWebOrigin = (text: string): boolean => {
  const url = origin.parse(text);
  return url !== undefined && url.origin === text && !text.includes('*');
};

/** Whether it is an origin of web pages with a label that is `*`, before a name that has more than one label of its own. */
const isPattern = (text: string): boolean =>
  /^https?:\/\/\*\.(?:[^.]+\.[^.]|localhost(?::|$))/.test(text) && isWebOrigin(text.replace('*', 'a'));

/** Schemes whose pages have no origin, and name it `null`, and those that pages do not have. */
const NO_ORIGIN = ['file', 'data', 'blob', 'about', 'javascript', 'ws', 'wss'];

/** Whether it is the origin of pages in an app, e.g. `capacitor://localhost`, and not that of web pages written wrongly. */
const isAppOrigin = (text: string): boolean => {
  const scheme = /^([a-z][a-z\d+.-]*):\/\/[a-z\d]([a-z\d._-]*[a-z\d])?(?::\d{1,5})?$/.exec(text)?.[1];
  return scheme !== undefined && !NO_ORIGIN.includes(scheme) && !/^ht|tt?ps?$/.test(scheme);
};

const isOrigin = (text: string): boolean => isWebOrigin(text) || isPattern(text) || isAppOrigin(text);

/** Origins, separated by commas; `localhost` stands for every origin of this machine, `none` for no origin. */
export const originList: Kind<readonly string[]> = {
  expected:
    'comma-separated origins like https://shop.example, https://*.shop.example or capacitor://localhost, localhost for all of this machine, or none',
  parse: (text) => {
    const origins = text.split(',').map((each) => each.trim());
    return text === 'none' || origins.every((each) => each === 'localhost' || isOrigin(each)) ? origins : undefined;
  },
  hint: (text) =>
    text.split(',').some((each) => isOrigin(each.trim().replace(/\/+$/, '')) && !isOrigin(each.trim()))
      ? 'Remove the trailing slash: an origin ends with its host or port.'
      : undefined,
  mask: maskAddress,
};

/** A whole number from `min` to `max`, both included. */
export const wholeNumber = (min: number, max: number, unit = ''): Kind<number> => ({
  expected: `a whole number ${unit}between ${min} and ${max}`,
  parse: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** A length of time in milliseconds, up to the longest that a timer of the platform can wait. */
export const milliseconds = (min: number): Kind<number> => wholeNumber(min, 2_147_483_647, 'of milliseconds ');

const scaled = ({ expected, parse }: Kind<number>, unit: number): Kind<number> => ({
  expected,
  parse: (text) => {
    const value = parse(text);
    return value === undefined ? undefined : value * unit;
  },
});

/** A length of time that is written in seconds; its value is in milliseconds. */
export const seconds = (min: number, max: number): Kind<number> => scaled(wholeNumber(min, max, 'of seconds '), 1000);

/** A size that is written in megabytes; its value is in bytes. */
export const megabytes = (min: number, max: number): Kind<number> =>
  scaled(wholeNumber(min, max, 'of megabytes '), 1024 * 1024);

/** A port; 0 lets the system choose a free one. */
export const port: Kind<number> = wholeNumber(0, 65_535);

/** One of a few words. */
export const choice = <const Word extends string>(...words: readonly Word[]): Kind<Word> => ({
  expected: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text),
});

/** `on` or `off`. */
export const onOff: Kind<boolean> = {
  expected: 'on or off',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

/** `on`, `off`, or `auto`, which is the same as leaving the setting out. */
export const autoOnOff: Kind<boolean> = {
  expected: 'auto, on or off',
  parse: onOff.parse,
  leftOut: (text) => text === 'auto',
};

/** Any text. */
export const anyText: Kind<string> = { expected: 'a text', parse: (text) => text };

/** The name of a host or an address to listen on, without port. */
export const host: Kind<string> = {
  expected: 'an IP address or a host name, without a port',
  parse: (text) => (/^[\w.-]+$/.test(text) || /^[\da-f:.]*:[\da-f:.]*$/i.test(text) ? text : undefined),
};

/** The base address of a service. Trailing slashes are dropped. */
export const serviceUrl: Kind<URL> = {
  expected: 'an http:// or https:// address without user, query or fragment',
  parse: (text) => {
    if (!/^https?:\/\//i.test(text) || /[\s?#]/.test(text) || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return undefined;
    url.pathname = url.pathname.replace(/\/+$/, '');
    return url;
  },
  mask: (text) => (serviceUrl.parse(text) === undefined ? maskAddress(text) : text),
};

/** A place where the embedded service keeps its data: `memory`, or the path of a file. */
export const dataPlace: Kind<string> = {
  expected: 'memory, file, or the path of a file (with a / or a . in it)',
  parse: (text) => {
    if (text === 'memory') return text;
    if (text === 'file') return './listings-service.db';
    return /[/\\.]/.test(text) && !text.includes('\0') ? text : undefined;
  },
};

/** The name of an HTTP header. */
export const headerName: Kind<string> = {
  expected: 'the name of a header: letters, digits and hyphens',
  parse: (text) => (/^[!#$%&'*+.^_`|~\w-]+$/.test(text) ? text : undefined),
};

/** Names of HTTP headers, separated by commas. */
export const headerNames: Kind<readonly string[]> = {
  expected: 'comma-separated names of headers: letters, digits, hyphens and underscores',
  parse: (text) => {
    const names = text.split(',').map((each) => each.trim().toLowerCase());
    return names.every((name) => /^[\w-]+$/.test(name)) ? names : undefined;
  },
};

/** A currency by its ISO 4217 code. */
export const currencyCode: Kind<string> = {
  expected: 'a currency code of ISO 4217, in capitals',
  parse: (text) => Intl.supportedValuesOf('currency').find((code) => code === text),
};

/** `true` or `false`, as the settings of OpenTelemetry have it. */
export const trueFalse: Kind<boolean> = {
  expected: 'true or false',
  parse: (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined),
};

/** A share, from 0 to 1. */
export const share: Kind<number> = {
  expected: 'a number between 0 and 1',
  parse: (text) => (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined),
};

/** The path of a file. */
export const filePath: Kind<string> = {
  expected: 'the path of a file',
  parse: (text) => (text.includes('\0') ? undefined : text),
  // Whoever takes the setting for what is in the file must not find a key in a log.
  mask: (text) => (/-----|[\r\n]/.test(text) ? '[redacted]' : text),
};

/** Paths of files or directories, separated by commas. */
export const pathList: Kind<readonly string[]> = {
  expected: 'comma-separated paths of files or directories',
  parse: (text) => {
    const paths = text.split(',').map((path) => path.trim());
    return paths.some((path) => path === '' || path.includes('\0')) ? undefined : paths;
  },
};
