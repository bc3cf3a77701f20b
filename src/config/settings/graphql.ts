import { autoOnOff, choice, onOff, pathList } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('GraphQL');

/** Settings of GraphQL: GraphiQL, introspection, trusted documents. */
export const graphqlSettings = {
  graphiql: setting({
    name: 'GRAPHIQL',
    what: 'Whether browsers get GraphiQL at `/graphql`. Where `INTROSPECTION=off` or `TRUSTED_DOCUMENTS=only` leave it no use, `auto` is off.',
    kind: autoOnOff,
    default: depends('`auto`: on outside production or with the embedded service', ({ graphiql }) => graphiql),
    example: 'off',
  }),
  introspection: setting({
    name: 'INTROSPECTION',
    what: 'Whether clients may ask for the schema, also at `/schema.graphql`. While it is off, no error of validation or variables names anything of the schema that the caller did not.',
    kind: autoOnOff,
    default: depends(
      '`auto`: on outside production or with GraphiQL',
      ({ production, graphiql }) => !production || graphiql,
    ),
    example: 'off',
  }),
  upstreamTrace: setting({
    name: 'UPSTREAM_TRACE',
    what: 'Whether a response reports the calls that it made to the service, to clients that send `x-upstream-trace: true`: endpoints, statuses, times. With `plan` in place of `true` nothing runs, and the response has only the price.',
    kind: onOff,
    default: depends('`on`; `off` in production', ({ production }) => !production),
    example: 'on',
  }),
  trustedDocuments: setting({
    name: 'TRUSTED_DOCUMENTS',
    what: 'Documents that clients name by an id: `prefer` runs any text too, `only` nothing but trusted documents, `off` knows no ids.',
    kind: choice('off', 'prefer', 'only'),
    default: always('off'),
    example: 'prefer',
  }),
  trustedDocumentsFile: setting({
    name: 'TRUSTED_DOCUMENTS_FILE',
    what: 'Manifests of trusted documents: comma-separated files of graphql-codegen, Apollo or Relay, optionally gzipped, or directories of such files.',
    kind: pathList,
    default: unset,
    example: './persisted-documents.json',
  }),
};
