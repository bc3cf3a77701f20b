/** Whether the gateways of tests have the fast path: what `HTTP_FAST_PATH` of this process says, which is on unless set. */
import { readConfig } from '../../src/config/config.ts';

const read = (): boolean => {
  const { HTTP_FAST_PATH } = process.env;
  const { config } = readConfig(HTTP_FAST_PATH === undefined ? {} : { HTTP_FAST_PATH });
  if (config === null) throw new Error('HTTP_FAST_PATH takes "on" or "off".');
  return config.server.fastPath;
};

/** What the setting says. */
export const usesFastPath: boolean = read();
