/** Sending grants to the token endpoint. */
import type { CallScope } from '../call/call-scope.ts';
import type { BodyReader } from '../call/call.ts';
import type { TokenParameters } from './build-request.ts';

/** A sender of grants, whatever it is made of. */
export interface GrantSender {
  /** Form in which the token endpoint takes its parameters (ruling R3). */
  readonly tokenParams: 'headers' | 'form';
  /**
   * Sends the parameters of a grant to `POST /v1/token`; the functions of `tokens.ts` know what to send. Resolves with
   * any JSON body of a 2xx, and of a 4xx other than 429.
   *
   * @throws UpstreamFailure
   */
  sendGrant<Result>(parameters: TokenParameters, scope: CallScope, reader: BodyReader<Result>): Promise<Result>;
}
