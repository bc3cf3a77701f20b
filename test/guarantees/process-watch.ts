/** Sees what a process says of itself: rejections that nobody handles, exceptions that nobody catches, warnings. */

/** Watches the process until it is disposed of. */
export interface ProcessWatch extends Disposable {
  /** What was seen so far. */
  readonly seen: readonly string[];
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Warnings that come from the tests themselves or from the runtime, whatever runs. */
const isExpected = ({ name, message }: Error): boolean =>
  name === 'ExperimentalWarning' || message.includes('--localstorage');

/** Starts to watch. */
export const watchProcess = (): ProcessWatch => {
  const seen: string[] = [];
  const onRejection = (error: unknown): void => void seen.push(`A rejection was not handled: ${describe(error)}`);
  const onException = (error: unknown): void => void seen.push(`An exception was not caught: ${describe(error)}`);
  const onWarning = (warning: Error): void => {
    if (!isExpected(warning)) seen.push(`A warning: ${describe(warning)}`);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtExceptionMonitor', onException);
  process.on('warning', onWarning);
  return {
    seen,
    [Symbol.dispose]: () => {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtExceptionMonitor', onException);
      process.off('warning', onWarning);
    },
  };
};
