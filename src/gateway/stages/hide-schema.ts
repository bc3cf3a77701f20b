/** Errors of validation that name nothing of the schema that the caller did not write: for a gateway without introspection (`INTROSPECTION`). */
import { GraphQLError } from 'graphql';
import { autoOnOff } from '../../settings/kinds.ts';
import { depends, settingIn } from '../../settings/setting.ts';
import type { Stage } from './engine.ts';

const graphql = settingIn('GraphQL');

/** Whether clients may ask for the schema. */
export const introspectionSetting = graphql('INTROSPECTION', autoOnOff, {
  what: 'Whether clients may ask for the schema, also at `/schema.graphql`. While it is off, no error of validation or variables names anything of the schema that the caller did not.',
  default: depends('`auto`: on outside production or with GraphiQL', ({ production, graphiql }) =>
    !production || graphiql ? 'on' : 'off',
  ),
  example: 'off',
});

/** A message of graphql-js, and what is said in its place; `$1` and so on are names that the caller wrote. Null keeps it as it is. */
type Wording = readonly [said: RegExp, instead: string | null];

const NAME = String.raw`([_A-Za-z]\w*)`;

const wording = (said: string, instead: string): Wording => [
  new RegExp(`^${said.replaceAll('NAME', NAME)}`, 's'),
  instead,
];

/** A message whose names all are the caller's. */
const same = (said: string): Wording => [new RegExp(`^${said.replaceAll('NAME', NAME)}$`), null];

/** Of documents that do not fit the schema. What is not here gets the general wording. */
const ofDocuments: readonly Wording[] = [
  wording('Cannot query field "NAME" on type ', 'Cannot query field "$1" here.'),
  wording('Unknown argument "NAME" on (?:field|directive) ', 'Unknown argument "$1".'),
  wording('Unknown type "NAME"\\.', 'Unknown type "$1".'),
  same('Unknown directive "@NAME"\\.'),
  same('Unknown fragment "NAME"\\.'),
  wording('Directive "@NAME" may not be used on ', 'Directive "@$1" may not be used here.'),
  wording('Directive "@NAME" argument ".*" is required', 'Directive "@$1" lacks a required argument.'),
  same('The directive "@NAME" can only be used once at this location\\.'),
  same('Fragment (?:"NAME" )?cannot condition on non composite type "NAME"\\.'),
  wording('Fragment "NAME" cannot be spread here', 'Fragment "$1" cannot be spread here.'),
  wording('Fragment cannot be spread here', 'This fragment cannot be spread here.'),
  wording('Cannot spread fragment "NAME" within itself', 'Cannot spread fragment "$1" within itself.'),
  same('Fragment "NAME" is never used\\.'),
  wording('Fields "([\\w.…]+)" conflict because ', 'Fields "$1" conflict. Use different aliases to fetch both.'),
  wording('Field "NAME" argument ".*" is required', 'Field "$1" lacks a required argument.'),
  wording('Field "NAME" must not have a selection ', 'Field "$1" must not have a selection.'),
  wording('Field "NAME" of type ".*" must have ', 'Field "$1" must have a selection of subfields.'),
  wording('Field "NAME" is not defined by type ', 'Unknown input field "$1".'),
  wording('Field "NAME\\.NAME" of required type ', 'A required input field is missing here.'),
  wording('Expected value of type ', 'This value is not acceptable here.'),
  same('There can be only one (?:argument|fragment|input field|operation|variable) named "\\$?NAME"\\.'),
  same('Variable "\\$NAME" is not defined(?: by operation "NAME")?\\.'),
  same('Variable "\\$NAME" is never used(?: in operation "NAME")?\\.'),
  wording('Variable "\\$NAME" cannot be non-input type ', 'Variable "$$$1" cannot be of that type.'),
  wording('Variable "\\$NAME" (?:is )?of type ', 'Variable "$$$1" does not fit where it is used.'),
  same('This anonymous operation must be the only defined operation\\.'),
  same('The schema has no operations of type "NAME"\\.'),
  same('The (?:"NAME"|schema) definition is not executable\\.'),
  same('Maximum introspection depth exceeded'),
  same('Validation aborted\\.'),
  same('Too many validation errors, error limit reached\\. Validation aborted\\.'),
  wording(
    'GraphQL introspection has been disabled, .* the field "NAME"',
    'Introspection is off: "$1" is not answered.',
  ),
];

const reword = (message: string, wordings: readonly Wording[], otherwise: string): string => {
  for (const [said, instead] of wordings) {
    const [found] = said.exec(message) ?? [];
    if (found !== undefined) return instead === null ? message : found.replace(said, instead);
  }
  return otherwise;
};

/** Rewrites what is wrong with a document. */
export const maskDocumentMessage = (message: string): string =>
  reword(message, ofDocuments, 'The document does not match the schema here.');

const maskError = (error: Error): Error => {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== 'GRAPHQL_VALIDATION_FAILED') return error;
  const { message, extensions, nodes = null, source = null, positions = null } = error;
  return new GraphQLError(maskDocumentMessage(message), { nodes, source, positions, extensions });
};

/** Rewrites the errors of validation. */
export const hideSchema: Stage = {
  onValidate:
    () =>
    ({ result, setResult }) => {
      const errors: readonly Error[] = result;
      if (errors.length > 0) setResult(errors.map(maskError));
    },
};
