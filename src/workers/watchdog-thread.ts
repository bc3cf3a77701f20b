/** The thread that listens for signs of life of the event loop, and ends the process when there are none. */
import { write } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { LOOK_MS, type WatchdogData, createMissedBeats } from './event-loop-watchdog.ts';

const STANDARD_OUTPUT = 1;
/** Time that the last line may take to be written, in milliseconds: the reader of the log may be blocked too. */
const LAST_LINE_MS = 1000;
/** Exit code of software that broke from within (`EX_SOFTWARE` of sysexits). */
const EXIT_CODE = 70;

const { beats, debugged, limitS, lastLine }: WatchdogData = workerData;

const message = 'the event loop is blocked; the process exits, to be restarted';

const lineOf: Readonly<Record<WatchdogData['lastLine'], () => string>> = {
  json: () => `${JSON.stringify({ level: 60, time: new Date().toISOString(), standingS: limitS, msg: message })}\n`,
  text: () => `FATAL ${message} (it stood for ${limitS} s)\n`,
  none: () => '',
};

/** Ends the process, whatever its event loop does. */
const kill = (): void => {
  process.kill(process.pid, 'SIGKILL');
  // Still here: the kernel lets nobody in a container kill its process 1. An inspector can interrupt a loop of JavaScript.
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: `process.reallyExit(${EXIT_CODE})` });
};

const end = (): void => {
  setTimeout(kill, LAST_LINE_MS);
  write(STANDARD_OUTPUT, lineOf[lastLine](), kill);
};

const missed = createMissedBeats(limitS);
let last: number | null = null;

const look = (): void => {
  const now = Atomics.load(beats, 0);
  if (now !== last) missed.beat(Atomics.load(debugged, 0) === 1);
  else if (missed.look()) end();
  last = now;
};

setInterval(look, LOOK_MS);
