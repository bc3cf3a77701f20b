/** The plugins that docs/architecture.md shows, run by a test. */
import { useLogger } from '@envelop/core';
import type { EnginePlugin } from '../../src/gateway/stages/engine.ts';

/** What they have logged. */
export const seen: string[] = [];

const log = (line: string): void => void seen.push(line);

// Shown:
export const plugins: readonly EnginePlugin[] = [
  useLogger({ logFn: (event: string, { args }) => log(`${event} ${args.operationName}`) }),
];
