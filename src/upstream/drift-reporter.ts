import type { Logger } from '../log/logger.ts';
import type { ObserveDrift, ReportDrift } from './call/drift.ts';

/**
 * Creates what makes the reports of schema drift for one operation. The log has a line for the first drift of each kind in each
 * operation only.
 *
 * @param onDrift called with every drift
 */
export const createDriftReporter = (
  log: Logger,
  onDrift: ObserveDrift | undefined,
): ((operation: string) => ReportDrift) => {
  const logged = new Set<string>();
  return (operation) => (drift) => {
    if (drift.problem === 'absent' || drift.problem === 'wrapped') return;
    onDrift?.(drift, operation);
    const kind = `${operation} ${drift.path} ${drift.problem}`;
    if (logged.has(kind)) return;
    logged.add(kind);
    log.warn({ operation, drift }, 'The service deviates from its specification.');
  };
};
