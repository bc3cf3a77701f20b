/** Metric of the log of the process. */
import { Counter, type Registry } from 'prom-client';
import { countDroppedLines } from '../../../log/logger.ts';

/** Counts lines of the log that were dropped; the same for all that runs in the process. */
export const countDroppedLinesIn = (registry: Registry): void => {
  void new Counter({
    name: 'listings_gateway_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because nobody read them or they could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countDroppedLines());
    },
  });
};
