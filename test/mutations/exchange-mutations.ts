/** Protections from what the service answers, and of what it is sent. */
import type { Mutation } from './mutation.ts';

const transport = 'test/upstream/transport.test.ts';
const tokens = 'test/upstream/tokens.test.ts';
const invoice = 'test/upstream/invoice.test.ts';

/** Mutations of sizes, redirects, headers and credentials. */
export const exchangeMutations: readonly Mutation[] = [
  {
    name: 'size-of-json',
    protection: 'No more of an answer is read than 10 MB.',
    change: 'pieces beyond the limit are kept',
    file: 'src/upstream/received-body.ts',
    from: 'if (this.#size > this.#maxBytes) {',
    to: 'if (this.#size < 0) {',
    tests: [transport],
  },
  {
    name: 'inflated-size',
    protection: 'A small answer cannot be inflated to a large one.',
    change: 'inflating has no limit',
    file: 'src/upstream/response-body.ts',
    from: 'await undo(bytes, { maxOutputLength: maxBytes })',
    to: 'await undo(bytes, { maxOutputLength: Math.max(maxBytes, 2 ** 28) })',
    tests: [transport],
  },
  {
    name: 'size-of-document',
    protection: 'No more of an invoice is read than 20 MB.',
    change: 'a document may have any length',
    file: 'src/upstream/document.ts',
    from: 'if (size > maxBytes) {',
    to: 'if (size < 0 * maxBytes) {',
    tests: [invoice],
  },
  {
    name: 'size-of-failure',
    protection: 'No more of the body of a failure is read than 64 KB.',
    change: 'failures are read to their end',
    file: 'src/upstream/response-failure.ts',
    from: 'await response.body.drain(maxErrorBytes);',
    to: 'await response.body.drain(2 ** 40);',
    tests: [transport],
  },
  {
    name: 'redirects',
    protection: 'A redirect is never followed: its target is sent no token.',
    change: 'the address of a redirect is asked, with the token',
    file: 'src/upstream/response.ts',
    from: 'return readFailure(request, response, progress, {',
    to: "return (async (...given: Parameters<ReadFailure>) => {\n        const target = response.headers['location'];\n        if (typeof target === 'string') await fetch(target, { headers: { authorisation: request.token?.reveal() ?? '' } }).catch(() => {});\n        await readFailure(...given);\n      })(request, response, progress, {",
    tests: [transport],
  },
  {
    name: 'headers-to-the-service',
    protection: 'The service is sent the token and what it needs, in its spelling, and nothing else.',
    change: 'the token goes as `Authorization` too',
    file: 'src/upstream/transport-request.ts',
    from: 'headers[tokenHeader] = `Bearer ${token.reveal()}`;',
    to: "headers[tokenHeader] = headers['authorization'] = `Bearer ${token.reveal()}`;",
    tests: [transport],
  },
  {
    name: 'fit-for-a-header',
    protection: 'A credential that a header would change or cut is refused before it is sent.',
    change: 'credentials are not looked at',
    file: 'src/upstream/tokens.ts',
    from: "tokenParams === 'headers' ? checkHeaderSafe(value) : value === ''",
    to: "tokenParams === 'headers' ? null : value === ''",
    tests: [tokens],
  },
  {
    name: 'no-token-no-call',
    protection: 'Without a token nothing is asked of the service.',
    change: 'calls go out without a token',
    file: 'src/upstream/client.ts',
    from: '      if (token === null) return Promise.reject(new UpstreamUnauthenticatedError({ operation: operationOf(name) }));\n      return send(requestFor(name, inputs, token), caller, share);',
    to: '      return send({ ...requestFor(name, inputs, token as never), token }, caller, share);',
    tests: ['test/upstream/client.test.ts'],
  },
  {
    name: 'document-start',
    protection: 'What does not start like a PDF is no invoice.',
    change: 'its first bytes are not looked at',
    file: 'src/upstream/document.ts',
    from: 'if (!start.subarray(0, signature.length).equals(signature.subarray(0, start.length))) {',
    to: 'if (start.length < 0) {',
    tests: [invoice],
  },
  {
    name: 'token-info',
    protection: 'What the service tells about a token never has a token in it.',
    change: 'its answer is given as it is',
    file: 'src/upstream/tokens.ts',
    from: '(isTokenField(name) ? [] : [',
    to: "(isTokenField('') ? [] : [",
    tests: [tokens],
  },
];
