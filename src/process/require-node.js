/**
 * Ends the process with one sentence on a Node that is older than the program needs. In JavaScript of 2017, since such a Node has
 * to read it; `npm start` and `npm run dev` run it by itself before they build.
 */

const [major, minor] = [20, 19];

/**
 * Says which Node is needed, and which one runs; null when it will do.
 *
 * @param {string} running e.g. `18.20.8`
 * @returns {string | null}
 */
export function oldNodeMessage(running) {
  const [runningMajor = 0, runningMinor = 0] = running.split('.').map(Number);
  const isNewEnough = runningMajor === major ? runningMinor >= minor : runningMajor > major;
  return isNewEnough ? null : `listings-gateway needs Node ${major}.${minor} or later, and this is Node ${running}.`;
}

const message = oldNodeMessage(process.versions.node);
if (message !== null) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
