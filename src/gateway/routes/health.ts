/** `/livez` and `/readyz`. */
import { type Route, sendJson } from '../http/router.ts';

/** `/livez` says that the process is alive; `/readyz` whether it takes requests, which never depends on the service. */
export const healthRoutes = (isReady: () => boolean): Route[] => [
  { path: '/livez', methods: ['GET'], handle: (_request, response) => sendJson(response, 200, { status: 'alive' }) },
  {
    path: '/readyz',
    methods: ['GET'],
    handle: (_request, response) =>
      isReady() ? sendJson(response, 200, { status: 'ready' }) : sendJson(response, 503, { status: 'stopping' }),
  },
];
