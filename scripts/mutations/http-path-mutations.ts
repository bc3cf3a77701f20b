/** Mutations of the two ways in which requests are read: the fast path, and Node's HTTP server. */
import type { Mutation } from './mutation.ts';

const connection = 'src/http1/connection.ts';
const fastPath = 'test/http1/fast-path.test.ts';
const pipelines = 'test/gateway/connections/pipelines.test.ts';

/** In the order of the report. */
export const httpPathMutations: readonly Mutation[] = [
  {
    name: 'fast-path-switch',
    protection: 'With `HTTP_FAST_PATH=off` every request is read by Node.',
    change: 'the fast path stays',
    file: 'src/gateway/server.ts',
    from: 'options.fastPath === false ? null',
    to: 'options.fastPath === undefined ? null',
    tests: ['test/gateway/connections/fast-path.test.ts'],
  },
  {
    name: 'keep-alive-buffer',
    protection: 'A connection is held longer than its client expects.',
    change: 'it is closed when the announced time is over',
    file: connection,
    from: 'limits.keepAliveMs + KEEP_ALIVE_BUFFER_MS',
    to: 'limits.keepAliveMs - limits.checkMs',
    tests: [fastPath],
  },
  {
    name: 'paused-connection',
    protection: 'A connection that was paused because much came is read on once its response is written.',
    change: 'it stays paused',
    file: connection,
    from: 'if (this.#socket.isPaused()) this.#socket.resume();',
    to: '',
    tests: [fastPath],
  },
  {
    name: 'half-closed',
    protection: 'Nothing is run that came before the end of a connection and was not begun.',
    change: 'it is kept, and run when the response before it is written',
    file: connection,
    from: 'this.#pending = null;\n    if (this.#response === null) this.#options.onLeft(this);',
    to: 'if (this.#response === null) this.#options.onLeft(this);',
    tests: [fastPath],
  },
  {
    name: 'handed-over-for-good',
    protection: 'A connection that was handed over is never touched by the fast path again.',
    change: 'it stays among those that are checked and closed',
    file: connection,
    from: "    this.#options.onLeft(this);\n    socket.off('data'",
    to: "    socket.off('data'",
    tests: [fastPath],
  },
  {
    name: 'taken-response',
    protection: 'A connection idles from when its client has taken the response.',
    change: 'from when the response was given to the system',
    file: connection,
    from: '    this.#checks = 0;\n    response.close(isFinished);',
    to: '    response.close(isFinished);',
    tests: [fastPath],
  },
  {
    name: 'late-abort',
    protection: 'What is done to a response that is over does not touch the next request of its connection.',
    change: 'the connection is closed',
    file: 'src/http1/response.ts',
    from: 'if (!this.destroyed) this.#connection.destroy();',
    to: 'this.#connection.destroy();',
    tests: [fastPath],
  },
  {
    name: 'refusal-in-pipeline',
    protection: 'Good requests are answered, whatever comes behind them on their connection.',
    change: 'a request whose body is broken ends the connection at once',
    file: 'src/gateway/connections/client-error.ts',
    from: "before.once('close', close);",
    to: 'close();',
    tests: [pipelines],
  },
  {
    name: 'tunnel-in-pipeline',
    protection: 'A tunnel is refused, and what was asked before it is answered first.',
    change: 'it is refused at once',
    file: 'src/gateway/connections/client-error.ts',
    from: '    if (last === undefined) refuse();',
    to: '    if (responses !== undefined) refuse();',
    tests: [pipelines],
  },
];
