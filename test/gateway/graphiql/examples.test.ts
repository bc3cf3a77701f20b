import { type FieldNode, Kind, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { commentOf, operationNameOf, readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { sampled } from '../../support/effort.ts';
import { textAt, valueAt } from '../../support/graphql-client.ts';
import { startFreshGateway, startWorldForAll } from '../../support/world.ts';

const world = await startWorldForAll();
const token = await world.signIn('seller');

const examples = readExamples();

/** Fields that fail, by the file that shows how that looks. */
const failures: Readonly<Record<string, readonly string[]>> = { '5-partial-failure.graphql': ['theirs.definition'] };

const optionsOf = (variables: string | null) => ({
  token,
  ...(variables === null ? {} : { variables: JSON.parse(variables) as Record<string, unknown> }),
});

describe('The examples of GraphiQL', () => {
  it('are there, in order, and together use reading and changing', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
    expect(examples.map(({ name }) => name)).toEqual(examples.map(({ name }) => name).toSorted());
    expect(examples.some(({ text }) => /^mutation /m.test(text))).toBe(true);
  });

  it.each(examples)('$name begins with a sentence that says what it shows, and has one named operation', ({ text }) => {
    const [comment = ''] = /^(?:# .+\n)*/.exec(text) ?? [];
    expect(comment).toMatch(/^# [A-Z][\s\S]+[.…]\n$/);
    // One line, which the editor wraps at any width, and the line of the calls.
    expect(comment.trimEnd().split('\n')).toEqual([expect.any(String), expect.stringMatching(/^# Upstream calls: /)]);
    const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    expect(operations).toHaveLength(1);
    expect(operations[0]).toMatchObject({ name: { value: expect.stringMatching(/^[A-Z]/) } });
  });

  it.each(examples)(
    '$name runs as it stands, and shows data in every root field',
    async ({ name: file, text, variables }) => {
      const response = await world.query(text, optionsOf(variables));
      expect(response.errors.map(({ path }) => path?.join('.'))).toEqual(failures[file] ?? []);
      const roots: FieldNode[] = [];
      visit(parse(text), {
        Field: (node) => {
          roots.push(node);
          return false;
        },
      });
      for (const { name, alias } of roots) {
        const value = valueAt(response, (alias ?? name).value);
        expect(value).not.toBeNull();
        const hasUserErrors = /"userErrors":\[\{/.test(JSON.stringify(value));
        expect(hasUserErrors).toBe(alias?.value === 'refused');
      }
    },
  );

  it.each(sampled(3, examples))(
    '$name says whether it needs somebody to be signed in, and whether it changes data',
    async (example) => {
      await using gateway = await startFreshGateway(world, { application: credentialsOf(liveApplication) });
      const { variables } = optionsOf(example.variables);
      const { errors } = await gateway.query(example.text, variables === undefined ? {} : { variables });
      const { about } = commentOf(example);
      expect(errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')).toBe(
        /needs sign-in/i.test(about),
      );
      const isChange = example.text.includes('\nmutation ') && operationNameOf(example) !== 'SignIn';
      expect(about.includes('changes data')).toBe(isChange);
    },
  );

  it.each(sampled(3, examples))('$name says what it costs, cold and warm', async ({ text, variables }) => {
    await using gateway = await startFreshGateway(world, { application: credentialsOf(liveApplication) });
    const run = async (): Promise<number> =>
      (await world.servedDuring(() => gateway.query(text, optionsOf(variables)))).length;
    const stated = `# Upstream calls: ${await run()} cold, ${await run()} warm.`;
    expect(text.split('\n').filter((line) => line.startsWith('# Upstream calls:'))).toEqual([stated]);
  });

  it('show a flag that changes, checks and user errors of a draft, and an error beside good data', async () => {
    const run = async (name: string) => {
      const example = examples.find((each) => each.name.includes(name));
      return world.query(example?.text ?? '', optionsOf(example?.variables ?? null));
    };
    const watch = await run('watch');
    expect(valueAt(watch, 'watchListing.listing.viewerIsWatching')).toBe(true);
    expect(valueAt(watch, 'unwatchListing.listing.viewerIsWatching')).toBe(false);
    const create = await run('create');
    expect(valueAt(create, 'validateListing')).toMatchObject({
      canProceed: false,
      checks: expect.arrayContaining([expect.objectContaining({ field: ['input', 'listing', 'title'] })]),
    });
    expect(valueAt(create, 'refused')).toMatchObject({
      listing: null,
      userErrors: expect.arrayContaining([expect.objectContaining({ field: ['input', 'listing', 'price'] })]),
    });
    expect(textAt(create, 'createListing.listing.id')).toMatch(/^Listing:/);
    const partial = await run('partial');
    expect(partial.status).toBe(200);
    expect(partial.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(valueAt(partial, 'theirs.title')).toEqual(expect.any(String));
  });
});
