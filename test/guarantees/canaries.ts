/** Texts that must never come out of the gateway, each of which goes into it somewhere. */

/** What callers bring along. None of it is ever in a reply or in the log. */
export const callerCanaries = {
  token: 'canary-token-5f1c9a',
  password: 'canary-password-77ab02',
  clientSecret: 'canary-secret-c0ffee91',
  refreshToken: 'canary-refresh-41d8e3',
} as const;

/** What the service says where nobody is to hear it: in bodies of failures, in headers, in places it redirects to. */
export const SERVICE_CANARY = 'canary-of-the-service-9e2b';

/** Tokens that the service grants: they are in the reply to a sign-in and nowhere else. */
export const grantedCanaries = {
  accessToken: 'access-token-value',
  refreshToken: 'refresh-token-value',
} as const;

/** Signs of the inner life of a process. */
const innerSigns = ['node_modules', 'at file:', 'at async', '.ts:', '/src/'] as const;

/** A header with a token, in either spelling, as logs of headers would show it. */
const TOKEN_HEADER = /authori[sz]ation["']?\s*[:=]/i;

/** Everything of a list that a text has. */
export const canariesIn = (text: string, canaries: readonly string[]): readonly string[] =>
  canaries.filter((canary) => text.includes(canary));

/** Everything that a reply gives away. `own` are canaries of one run, such as the host of its service. */
export const leaksInReply = (text: string, own: readonly string[]): readonly string[] =>
  canariesIn(text, [...Object.values(callerCanaries), SERVICE_CANARY, ...innerSigns, ...own]);

/** Everything that the log gives away. */
export const leaksInLog = (text: string, own: readonly string[]): readonly string[] => [
  ...leaksInReply(text, [...Object.values(grantedCanaries), ...own]),
  ...(TOKEN_HEADER.test(text) ? ['a header with a token'] : []),
];
