import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { introspectionFromSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { complaintsOf, readScreens, uses } from '../../../test/clients/screens.ts';
import { isFullRun } from '../../../test/support/effort.ts';

const screens = await readScreens();

it.runIf(isFullRun)('The screens of an app type-check in gql.tada', async () => {
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  const complaints = await complaintsOf('typescript-tada', {
    'graphql-env.d.ts': outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
    'app.ts': `import { initGraphQLTada, type ResultOf } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';
const graphql = initGraphQLTada<{ introspection: introspection; scalars: { ID: string; DateTime: string; JSON: unknown; Upload: Blob } }>();
const screens = { ${screens.map(({ name, text }) => `${name}: graphql(\`${text.replaceAll('`', "'")}\`)`).join(',\n')} };
type Data<Name extends keyof typeof screens> = ResultOf<(typeof screens)[Name]>;${uses}`,
  });
  expect(complaints).toBe('');
});
