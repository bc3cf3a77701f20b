/** Announcement of a gateway that is up. */
import { bannerText, isExampleHere, type Started } from '../app/banner.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/** Shows the addresses on a terminal, and logs the address elsewhere. */
export const announce = (started: Started, config: Config, log: Logger): void => {
  if (process.stdout.isTTY) {
    process.stdout.write(bannerText(started, config, isExampleHere()));
    return;
  }
  const { service, workers } = config;
  const scale = workers === 1 ? {} : { workers };
  log.info({ url: started.url.href, service: service.kind, graphiql: started.graphiql, ...scale }, 'listening');
};
