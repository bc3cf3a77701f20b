/** A request as far as most of the gateway looks at it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** A request without its body. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target as it came. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** True when its body has come in. */
  readonly complete: boolean;
  readonly socket: Pick<Socket, 'remoteAddress' | 'destroyed' | 'writable'>;
}
