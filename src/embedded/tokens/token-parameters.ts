/** Reads the parameters of POST /v1/token, which come as HTTP headers (specification, part 5) or as a form. */
import { type GrantType, grantParameters } from '../../contract/tokens.ts';
import { BODY_LIMIT_BYTES, mediaTypeOf, readBytes } from '../core/request-body.ts';

type ParametersOf<Grant extends GrantType> = { readonly grant_type: Grant } & {
  readonly [Name in (typeof grantParameters)[Grant][number]]: string;
};

/** The parameters of a grant; none is empty. */
export type TokenParameters = { [Grant in GrantType]: ParametersOf<Grant> }[GrantType];

/** Makes the error for parameters that are missing or wrong, from an OAuth 2.0 error code and a sentence. */
type ParameterProblem = (error: 'invalid_request' | 'unsupported_grant_type', description: string) => Error;

const readForm = async (http: Request): Promise<URLSearchParams> =>
  mediaTypeOf(http) === 'application/x-www-form-urlencoded'
    ? new URLSearchParams((await readBytes(http, BODY_LIMIT_BYTES)).toString())
    : new URLSearchParams();

/**
 * Reads the parameters of whichever grant is asked for.
 *
 * Assumption: R3: parameters are headers; one that is not there is looked for in an urlencoded body.
 *
 * @throws what `problem` makes, for a missing parameter or an unknown grant
 */
export const readTokenParameters = async (http: Request, problem: ParameterProblem): Promise<TokenParameters> => {
  const form = await readForm(http);
  const read = (name: string): string => {
    const value = http.headers.get(name) ?? form.get(name) ?? '';
    if (value === '') throw problem('invalid_request', `The parameter ${name} is required.`);
    return value;
  };
  const client = () => ({ client_id: read('client_id'), client_secret: read('client_secret') });
  const grant = read('grant_type');
  switch (grant) {
    case 'client_credentials':
      return { grant_type: grant, ...client() };
    case 'password':
      return { grant_type: grant, ...client(), username: read('username'), password: read('password') };
    case 'refresh_token':
      return { grant_type: grant, ...client(), refresh_token: read('refresh_token') };
    default:
      throw problem('unsupported_grant_type', `grant_type must be one of ${Object.keys(grantParameters).join(', ')}.`);
  }
};
