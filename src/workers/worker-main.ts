/** The program of a worker, which a supervisor starts. */
import { type App, startApp } from '../app.ts';
import { type ExitCode, exitCodes } from '../commands/command.ts';
import { loadConfig } from '../commands/load-config.ts';
import { watchProcessEnd } from '../commands/process-end.ts';
import { createProcessLog } from '../commands/process-log.ts';
import { stopApp } from '../commands/stop-app.ts';
import { listenAdvice } from '../commands/taken-port.ts';
import { type Config, readProcessEnvironment } from '../config.ts';
import type { Logger } from '../log.ts';
import { linkToSupervisor, type SupervisorLink } from './supervised.ts';

const start = async (config: Config, log: Logger, link: SupervisorLink): Promise<App | null> => {
  const { embedded, rateLimitSecret } = await link.begin;
  try {
    return await startApp(config, log, {
      embedded: embedded && { baseUrl: new URL(embedded.baseUrl), origin: new URL(embedded.origin) },
      rateLimitSecret,
      shareMetrics: (metrics) => link.shareMetrics(metrics),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const advice = listenAdvice(error, config);
    if (advice === null) log.fatal({ err: error }, 'could not start');
    link.tell({ kind: 'failed', reason, advice });
    return null;
  }
};

const run = async (config: Config, link: SupervisorLink): Promise<ExitCode> => {
  const log = createProcessLog(config).child({ worker: link.workerId });
  const end = watchProcessEnd(log);
  const app = await start(config, log, link);
  if (app === null) {
    end.released(exitCodes.failed);
    return exitCodes.failed;
  }
  const { url, graphiql, embedded } = app;
  link.tell({ kind: 'ready', url: url.href, graphiql, demoToken: embedded?.demo.accessToken ?? null });
  const asked = await Promise.race([end.asked, link.stopAsked.then(() => exitCodes.ok)]);
  const code = (await stopApp(app, log)) ? asked : exitCodes.failed;
  end.released(code);
  return code;
};

const link = linkToSupervisor();
const loaded = loadConfig(readProcessEnvironment());
process.exitCode = loaded === null ? exitCodes.mistaken : await run(loaded.config, link);
link.leave();
