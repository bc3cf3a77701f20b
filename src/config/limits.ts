/** Limits of what is let in, of how much of it is under way, and of how long it takes. */
import type { Reader } from './reader.ts';
import { settings } from './settings/settings.ts';

/** Reads the limits. `processes` share the machine. */
export function readLimits(reader: Reader, processes: number) {
  return {
    /** Largest number of calls to the service that an operation may cause, and whether that is enforced. */
    callLimit: {
      maxCalls: reader.read(settings.maxUpstreamCalls),
      mode: reader.read(settings.upstreamCallLimit),
    },
    /** Largest size of a response. */
    responseLimits: {
      objects: reader.read(settings.maxResponseObjects),
      bytes: reader.read(settings.maxResponseBytes),
    },
    /** Attempts to sign in that are accepted in a minute. */
    signIn: {
      perUsernameAndAddress: reader.read(settings.signInPerUsernameAndAddress),
      perAddress: reader.read(settings.signInPerAddress),
      perUsername: reader.read(settings.signInPerUsername),
    },
    /** Attempts to renew a session that are accepted in a minute. */
    refresh: {
      perToken: reader.read(settings.refreshPerToken),
      perAddress: reader.read(settings.refreshPerAddress),
    },
    /** Requests that are accepted in a minute; 0 for no limit. */
    requestRates: {
      perAddress: reader.read(settings.ratePerAddress),
      perToken: reader.read(settings.ratePerToken),
    },
    serverLimits: {
      connections: reader.read(settings.maxConnections),
      unreadBytes: reader.read(settings.maxUnreadBytes),
    },
    /** Thresholds from which on requests are shed. */
    overload: {
      maxInFlight: reader.read(settings.maxInFlight),
      eventLoopMs: reader.read(settings.overloadEventLoop),
      memoryPercent: reader.read(settings.overloadMemory),
      processes,
    },
    deadlines: {
      queryMs: reader.read(settings.queryDeadline),
      mutationMs: reader.read(settings.mutationDeadline),
    },
  } as const;
}
