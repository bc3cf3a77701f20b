/** Reads who may vouch for the service, and as whom the gateway shows itself to it. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { readRegularFile, whyUnreadable } from './files.ts';
import type { Reader } from './reader.ts';
import type { Setting } from './settings/setting.ts';
import { settings } from './settings/settings.ts';

/** Largest file: that with all authorities of a system is a fifth of it. */
const MAX_BYTES = 1_048_576;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const certificatesIn = (pem: string): readonly X509Certificate[] | null => {
  try {
    return (pem.match(CERTIFICATE) ?? []).map((each) => new X509Certificate(each));
  } catch {
    return null;
  }
};

const isMissingPassphrase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MISSING_PASSPHRASE';

/** Reads a file that is set; null when it is not, or when something is wrong with it, which is recorded. */
const readFile = (reader: Reader, setting: Setting<string>): string | null => {
  const path = reader.read(setting);
  if (path === undefined) return null;
  try {
    return readRegularFile(String(path), MAX_BYTES).toString('utf8');
  } catch (error) {
    reader.refuse(setting, `must name a file that can be read (${whyUnreadable(error)})`);
    return null;
  }
};

const readCertificates = (reader: Reader, setting: Setting<string>) => {
  const pem = readFile(reader, setting);
  if (pem === null) return null;
  const [first] = certificatesIn(pem) ?? [];
  if (first !== undefined) return { pem, first };
  reader.refuse(setting, 'must name a file with certificates in PEM (-----BEGIN CERTIFICATE-----)');
  return null;
};

const readKey = (reader: Reader): { readonly pem: string; readonly key: KeyObject } | null => {
  const pem = readFile(reader, settings.keyFile);
  if (pem === null) return null;
  try {
    return { pem, key: createPrivateKey(pem) };
  } catch (error) {
    const problem = isMissingPassphrase(error)
      ? 'must name a key without a passphrase, because nobody could enter it'
      : 'must name a file with a private key in PEM (-----BEGIN PRIVATE KEY-----)';
    reader.refuse(settings.keyFile, problem);
    return null;
  }
};

/** Returns whether all that is set can be used with the service that is. */
const isWanted = (reader: Reader, service: URL | null): boolean => {
  const given = [settings.caFile, settings.certFile, settings.keyFile].filter(
    (setting) => reader.textOf(setting) !== undefined,
  );
  if (service?.protocol === 'https:') return given.length > 0;
  for (const setting of given)
    reader.refuse(setting, 'requires an https:// address in LISTINGS_API_URL, because it is for TLS alone');
  return false;
};

/**
 * Reads the certificates and the key that are set.
 *
 * @param service where the service is; null for the embedded one
 * @returns null when none is set; what is wrong is recorded as a problem of the setting that names the file
 */
export const readServiceTls = (reader: Reader, service: URL | null): SecureContext | null => {
  if (!isWanted(reader, service)) return null;
  const authorities = readCertificates(reader, settings.caFile);
  const certificate = readCertificates(reader, settings.certFile);
  const key = readKey(reader);
  const hasCertificate = reader.textOf(settings.certFile) !== undefined;
  const hasKey = reader.textOf(settings.keyFile) !== undefined;
  if (hasCertificate && !hasKey) reader.refuse(settings.keyFile, 'must be set too, because UPSTREAM_CERT_FILE is');
  if (hasKey && !hasCertificate) reader.refuse(settings.certFile, 'must be set too, because UPSTREAM_KEY_FILE is');
  if (certificate !== null && key !== null && !certificate.first.checkPrivateKey(key.key)) {
    reader.refuse(
      settings.keyFile,
      'must name the key of the first certificate in UPSTREAM_CERT_FILE, not of another one',
    );
    return null;
  }
  try {
    return createSecureContext({
      ...(authorities === null ? {} : { ca: authorities.pem }),
      ...(certificate === null || key === null ? {} : { cert: certificate.pem, key: key.pem }),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    reader.refuse(
      certificate === null ? settings.caFile : settings.certFile,
      `must name certificates that can be used for TLS (${code})`,
    );
    return null;
  }
};
