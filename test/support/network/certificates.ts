/** Certificate authorities of tests, and the certificates that they issue, written in DER, the form that X.509 certificates have. */
import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Puts a tag and the length before a content. */
export const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content]);
};

const lengthOf = ({ length }: Buffer): readonly number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts);
export const explicit = (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content);
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
/** Writes a number that is not negative from its bytes, the first of which is below 0x80. */
export const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
/** Writes a string of bits from whole bytes. */
export const bitString = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
export const octetString = (bytes: Buffer): Buffer => tagged(0x04, bytes);
/** Writes an object identifier from its encoded form in hexadecimal digits. */
export const oid = (encoded: string): Buffer => tagged(0x06, Buffer.from(encoded, 'hex'));
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
/** Writes a time before 2050, to the second. */
export const utcTime = (time: Date): Buffer =>
  tagged(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));

/** A certificate with its key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of its own. */
export interface Authority extends Certificate {
  /** Vouches for a server by this name, or for a client by its common name. */
  issue(commonName: string, validity?: Validity): Certificate;
}

/** When a certificate is valid; otherwise since yesterday and for a year. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const DAY_MS = 86_400_000;

/** Creates an authority that nobody knows. */
export const createAuthority = (commonName = 'authority'): Authority => {
  const keys = generateKeys();
  const issuer = { name: commonName, key: keys.privateKey };
  const isAuthority = extension('551d13', sequence(boolean(true)), 'critical');
  return {
    ...signed({ name: commonName, keys, issuer, extensions: [isAuthority] }),
    issue: (name, validity) => signed({ name, keys: generateKeys(), issuer, extensions: [names(name)], validity }),
  };
};

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generateKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Content {
  readonly name: string;
  readonly keys: Keys;
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly extensions: readonly Buffer[];
  readonly validity?: Validity | undefined;
}

/** The names of a server: its own, and the address that `localhost` has. */
const names = (name: string): Buffer => {
  const address = name === 'localhost' ? [tagged(0x87, Buffer.from([127, 0, 0, 1]))] : [];
  return extension('551d11', sequence(tagged(0x82, Buffer.from(name)), ...address));
};

const extension = (identifier: string, value: Buffer, ...critical: readonly 'critical'[]): Buffer =>
  sequence(oid(identifier), ...critical.map(() => boolean(true)), octetString(value));

/** Writes a certificate as RFC 5280 lays it out, signed with ECDSA and SHA-256. */
const signed = ({ name, keys, issuer, extensions, validity }: Content): Certificate => {
  const now = Date.now();
  const { notBefore, notAfter } = validity ?? {
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + 365 * DAY_MS),
  };
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(issuer.name),
    sequence(utcTime(notBefore), utcTime(notAfter)),
    commonName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer.key);
  return {
    cert: pem('CERTIFICATE', sequence(content, algorithm, bitString(signature))),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

const commonName = (name: string): Buffer => sequence(set(sequence(oid('550403'), utf8(name))));

const pem = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`;
