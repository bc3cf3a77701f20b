/** What a team adds to the GraphQL server: plugins of Yoga and envelop, which see every operation. What is not as in Yoga: docs/architecture.md. */
import type { EnginePlugin } from '../gateway/stages/engine.ts';

/** The plugins, in their order. */
export const plugins: readonly EnginePlugin[] = [];
