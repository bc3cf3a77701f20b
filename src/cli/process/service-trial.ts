/** A look at the service before a new worker takes the place of one that serves. */
import { readUserAgent } from '../../app/version.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../log/logger.ts';
import { createServiceClient } from '../../upstream/client.ts';
import { createTransport } from '../../upstream/requests/transport.ts';
import type { Advice } from './failure-advice.ts';
import { refusesStrangers, takeStep, usesOwnApplication } from './service-steps.ts';

/** Tries whether the configured service can be used. @returns what is wrong; null when nothing is */
export const tryService = async ({
  service,
  client,
  tokenParams,
  transport: settings,
}: Config): Promise<Advice | null> => {
  if (service.kind === 'embedded') return null;
  const { url } = service;
  await using transport = createTransport({ ...settings, userAgent: readUserAgent(), baseUrl: url });
  const reached = await takeStep(async () => {
    // What it says to strangers was the same before.
    await refusesStrangers(transport);
    return 'responds';
  }, url);
  if (typeof reached !== 'string') return reached;
  if (client === null) return null;
  const log = createLog('silent');
  const used = await takeStep(
    () => usesOwnApplication(createServiceClient({ transport, tokenParams, log }), client),
    url,
  );
  return typeof used === 'string' ? null : used;
};
