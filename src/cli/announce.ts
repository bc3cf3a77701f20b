/** What is said when the gateway is up. */
import { bannerText, type Started } from '../app/banner.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/** Tells a person at a terminal where to click, and a log where it listens. */
export const announce = (started: Started, config: Config, log: Logger): void => {
  if (process.stdout.isTTY) {
    process.stdout.write(bannerText(started, config));
    return;
  }
  const { service, workers } = config;
  const scale = workers === 1 ? {} : { workers };
  log.info({ url: started.url.href, service: service.kind, graphiql: started.graphiql, ...scale }, 'listening');
};
