/** A look at the service before a new worker takes the place of one that serves. */
import { readUserAgent } from '../../app/version.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../log/logger.ts';
import { createServiceClient } from '../../upstream/client.ts';
import { createTransport } from '../../upstream/transport.ts';
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
  const calls = createServiceClient({ transport, tokenParams, log: createLog('silent') });
  const reached = await takeStep(async () => {
    // What it says to strangers was the same before.
    await refusesStrangers(calls);
    return 'responds';
  }, url);
  if (typeof reached !== 'string') return reached;
  if (client === null) return null;
  const used = await takeStep(() => usesOwnApplication(calls, client), url);
  return typeof used === 'string' ? null : used;
};
