/** Reads who may vouch for the service, and as whom the gateway shows itself to it. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Setting, ValuesOf } from '../settings/setting.ts';
import { readRegularFile, whyUnreadable } from './files.ts';
import type { Reader } from './reader.ts';
import { settings } from './settings.ts';

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
const readFile = (reader: Reader, setting: Setting, path: string | null): string | null => {
  if (path === null) return null;
  try {
    return readRegularFile(path, MAX_BYTES).toString('utf8');
  } catch (error) {
    reader.refuse(setting, `must name a file that can be read (${whyUnreadable(error)})`);
    return null;
  }
};

const readCertificates = (reader: Reader, setting: Setting, path: string | null) => {
  const pem = readFile(reader, setting, path);
  if (pem === null) return null;
  const [first] = certificatesIn(pem) ?? [];
  if (first !== undefined) return { pem, first };
  reader.refuse(setting, 'must name a file with certificates in PEM (-----BEGIN CERTIFICATE-----)');
  return null;
};

const readKey = (reader: Reader, path: string | null): { readonly pem: string; readonly key: KeyObject } | null => {
  const pem = readFile(reader, settings.tls.key, path);
  if (pem === null) return null;
  try {
    return { pem, key: createPrivateKey(pem) };
  } catch (error) {
    const problem = isMissingPassphrase(error)
      ? 'must name a key without a passphrase, because nobody could enter it'
      : 'must name a file with a private key in PEM (-----BEGIN PRIVATE KEY-----)';
    reader.refuse(settings.tls.key, problem);
    return null;
  }
};

/**
 * Reads the certificates and the key that are set.
 *
 * @param paths the files that are set
 * @param service where the service is; null for the embedded one
 * @returns null when none is set; what is wrong is recorded as a problem of the setting that names the file
 */
export const readServiceTls = (
  reader: Reader,
  paths: ValuesOf<typeof settings.tls>,
  service: URL | null,
): SecureContext | null => {
  const given = Object.values(settings.tls).filter((setting) => reader.isSet(setting));
  if (given.length === 0) return null;
  if (service?.protocol !== 'https:') {
    for (const setting of given)
      reader.refuse(setting, 'requires an https:// address in LISTINGS_API_URL, because it is for TLS alone');
    return null;
  }
  const authorities = readCertificates(reader, settings.tls.authorities, paths.authorities);
  const certificate = readCertificates(reader, settings.tls.certificate, paths.certificate);
  const key = readKey(reader, paths.key);
  const [hasCertificate, hasKey] = [paths.certificate !== null, paths.key !== null];
  if (hasCertificate && !hasKey) reader.refuse(settings.tls.key, 'must be set too, because UPSTREAM_CERT_FILE is');
  if (hasKey && !hasCertificate)
    reader.refuse(settings.tls.certificate, 'must be set too, because UPSTREAM_KEY_FILE is');
  if (certificate !== null && key !== null && !certificate.first.checkPrivateKey(key.key)) {
    reader.refuse(
      settings.tls.key,
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
      certificate === null ? settings.tls.authorities : settings.tls.certificate,
      `must name certificates that can be used for TLS (${code})`,
    );
    return null;
  }
};
