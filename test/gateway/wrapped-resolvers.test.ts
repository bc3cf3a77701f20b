/** Plugins that wrap resolvers, which they do in the schema itself: it is put back for the tests that come after. */
import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { startScriptedGateway } from '../support/scripted-gateway.ts';

const TIMES = 4;

it('A resolver that a plugin has wrapped is asked for each caller, of what is the same for everybody too', async () => {
  let unwrap = (): void => {};
  using _wrapped = { [Symbol.dispose]: () => unwrap() };
  const plugin = {
    onSchemaChange: ({ schema }: { readonly schema: GraphQLSchema }) => {
      const type = schema.getType('LookupValue');
      const field = isObjectType(type) ? type.getFields()['label'] : undefined;
      if (field === undefined) throw new Error('The schema has no labels.');
      const { resolve: own, resolve = defaultFieldResolver } = field;
      unwrap = () => Object.assign(field, { resolve: own });
      field.resolve = (source, args, context, info) =>
        `${String(resolve(source, args, context, info))} for ${context.request.headers.get('authorization')}`;
    },
  };
  await using gateway = await startScriptedGateway({ plugins: [plugin] });
  gateway.upstream.on('GET', endpoints.listFuels.path, { json: [{ Id: 1, Item: 'Petrol' }] });
  for (let time = 0; time < TIMES; time += 1) {
    for (const token of ['ann', 'bob']) {
      const { data } = await gateway.query('{ lookups { fuels { label } } }', { token });
      expect(data).toEqual({ lookups: { fuels: [{ label: `Petrol for Bearer ${token}` }] } });
    }
  }
});
