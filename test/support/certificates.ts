/** Certificates for tests: an authority, and what it vouches for. */
import { generate } from 'selfsigned';

/** A certificate with its key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of its own. */
export interface Authority extends Certificate {
  /** Vouches for a server by the name `localhost`, or for a client by its common name. */
  issue(commonName: string): Promise<Certificate>;
}

/** Creates an authority that nobody knows. */
export const createAuthority = async (commonName = 'authority'): Promise<Authority> => {
  const options = { keyType: 'ec', algorithm: 'sha256' } as const;
  const root = await generate([{ name: 'commonName', value: commonName }], {
    ...options,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const ca = { key: root.private, cert: root.cert };
  return {
    ...ca,
    issue: async (name) => {
      const issued = await generate([{ name: 'commonName', value: name }], {
        ...options,
        ca,
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
      });
      return { cert: issued.cert, key: issued.private };
    },
  };
};
