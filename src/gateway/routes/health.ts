/** `/livez` and `/readyz`. */
import type { FailureAdvice } from '../../rest/call/failure-kinds.ts';
import { type Route, sendJson } from '../http/router.ts';

/** What `/readyz` says. */
export interface Health {
  /** Returns whether the gateway takes requests, which never depends on the service. */
  readonly isReady: () => boolean;
  /** Returns what keeps the gateway's own application from the service, and what to do about it; null when nothing is known to. */
  readonly advice?: (() => FailureAdvice | null) | undefined;
}

/** `/livez` says that the process is alive; `/readyz` whether it takes requests, and what whoever runs it has to set right. */
export const healthRoutes = ({ isReady, advice }: Health): Route[] => [
  { path: '/livez', methods: ['GET'], handle: (_request, response) => sendJson(response, 200, { status: 'alive' }) },
  {
    path: '/readyz',
    methods: ['GET'],
    handle: (_request, response) => {
      if (!isReady()) return sendJson(response, 503, { status: 'stopping' });
      const { meaning: problem, remedy } = advice?.() ?? {};
      return sendJson(response, 200, { status: 'ready', problem, remedy });
    },
  },
];
