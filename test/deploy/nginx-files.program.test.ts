import { describe, expect, it } from 'vitest';
import { listFiles, textOf } from './files.ts';
import { isNginxFile, isNginxSkipped } from './running-nginx.ts';

/** What else is different here, where there are no certificates and no names. */
const replacements = [
  ['listen 443 ssl http2 backlog=4096;', 'listen unix:nginx.sock;'],
  ['listen 127.0.0.1:8080;', 'listen unix:nginx.sock;'],
  ['ssl_certificate /etc/nginx/tls/api.crt;', ''],
  ['ssl_certificate_key /etc/nginx/tls/api.key;', ''],
  ['server marketplace.example:443;', 'server 127.0.0.1:443;'],
  ['proxy_pass https:', 'proxy_pass http:'],
] as const;

describe.skipIf(isNginxSkipped).each(listFiles('deploy/nginx', '.conf'))('%s', (file) => {
  const text = replacements.reduce((before, [part, other]) => before.replace(part, other), textOf(file));

  it('is what nginx takes', () => {
    expect(isNginxFile(text)).toBe(true);
  });
});
