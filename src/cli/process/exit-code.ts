/** Exit codes of the program. */
export const exitCodes = {
  /** Done. */
  ok: 0,
  /** Something failed. */
  failed: 1,
  /** The command line or the configuration is mistaken; nothing was tried. */
  mistaken: 2,
} as const;

/** An exit code of the program. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
