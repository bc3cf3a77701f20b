/** The examples of GraphiQL as a file of requests, for editors that send them. */
import { parse, print } from 'graphql';
import { commentOf, type Example, operationNameOf } from '../../src/gateway/graphiql/examples.ts';

/** The example whose response has the token of the others. */
const SIGN_IN = 'SignIn';

const head = `# The examples as requests, for editors that send them from such a file (the REST client of VS Code, httpYac).
# Start the gateway with \`npm start\`, send "${SIGN_IN}" first, then any other. Made by \`npm run generate\`.

@gateway = http://localhost:4000
@token = {{${SIGN_IN}.response.body.data.signIn.session.accessToken}}
`;

const bodyOf = ({ text, variables }: Example): string => {
  const query = print(parse(text)).replaceAll(/\s+/g, ' ').trim();
  return JSON.stringify(variables === null ? { query } : { query, variables: JSON.parse(variables) }, null, 2);
};

const requestOf = (example: Example): string => {
  const name = operationNameOf(example);
  const { about, calls } = commentOf(example);
  return [
    `### ${name}`,
    `# ${about}`,
    `# Upstream calls: ${calls}.`,
    `# @name ${name}`,
    'POST {{gateway}}/graphql',
    'Content-Type: application/json',
    ...(name === SIGN_IN ? [] : ['Authorization: Bearer {{token}}', 'X-Upstream-Trace: true']),
    '',
    bodyOf(example),
    '',
  ].join('\n');
};

/** Writes the examples as a `.http` file, signing in first. */
export const writeHttpFile = (examples: readonly Example[]): string => {
  const isFirst = (example: Example): boolean => operationNameOf(example) === SIGN_IN;
  const ordered = [...examples.filter(isFirst), ...examples.filter((each) => !isFirst(each))];
  return [head, ...ordered.map(requestOf)].join('\n');
};
