/** Announcement of a gateway that is up. */
import { bannerText, isExampleHere, type Started } from '../app/banner.ts';
import { readVersion } from '../app/version.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/**
 * Shows the addresses on a terminal; elsewhere logs the address with what runs there: version, Node.js and the settings that are not their
 * defaults. It also logs where idempotency keys are kept if that is not shared.
 */
export const announce = (started: Started, config: Config, log: Logger): void => {
  if (process.stdout.isTTY) {
    process.stdout.write(bannerText(started, config, isExampleHere()));
    return;
  }
  const { service, workers, redisUrl, production } = config;
  const scale = workers === 1 ? {} : { workers };
  const runs = { version: readVersion(), node: process.version, settings: config.changed };
  log.info(
    { url: started.url.href, service: service.kind, graphiql: started.graphiql, ...scale, ...runs },
    'listening',
  );
  if (production && redisUrl === null && workers === 1) {
    log.info(
      'Idempotency keys are kept in the memory of this process, until it stops; set REDIS_URL when several gateways serve the same clients.',
    );
  }
};
