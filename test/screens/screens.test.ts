import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/gateway/schema/schema.ts';
import { sampled } from '../support/effort.ts';
import { dataOf, valueAt } from '../support/graphql-client.ts';
import { startFreshGateway, startWorldForAll } from '../support/world.ts';
import { screens } from './screens.ts';

const figures = /^# Upstream calls: (\d+) cold, (\d+) warm\. The fewest possible: (\d+) cold, (\d+) warm\.$/m;

/** Screens with what their comments promise. */
const promised = screens.map((screen) => {
  const [, cold = Number.NaN, warm, fewestCold, fewestWarm] = (figures.exec(screen.text) ?? []).map(Number);
  return { ...screen, cold, warm, fewestCold, fewestWarm };
});

/** What a screen has to show for its figures to mean anything. */
const shown: Readonly<Record<string, (path: (path: string) => unknown) => void>> = {
  home: (at) => {
    expect(at('viewer.watchedListings.nodes')).toHaveLength(4);
    expect(at('sections.3.categories.0.label')).toEqual(expect.any(String));
  },
  'filter-pickers': (at) => {
    expect(at('lookups.vehicleMakes.0.models.0.key')).toEqual(expect.any(String));
    expect(at('lookups.localities.0.region.label')).toEqual(expect.any(String));
  },
  'listing-page': (at) => {
    expect(at('listing.vehicle.fuel.label')).toBe('Petrol');
    expect(at('listing.related')).toHaveLength(6);
    expect(at('listing.viewerIsWatching')).toEqual(expect.any(Boolean));
  },
  'edit-form': (at) => {
    expect(at('listingDefinition.vehicle.make.key')).toBe('Toyota');
    expect(at('listingDefinition.category.photoSpecs.maxCount')).toEqual(expect.any(Number));
    expect(at('listingDefinition.locality.label')).toEqual(expect.any(String));
  },
  'my-listings': (at) => {
    expect(at('viewer.listings.nodes')).toHaveLength(20);
    expect(at('viewer.listings.categoryCounts.0.category.label')).toEqual(expect.any(String));
  },
  'my-sections': (at) => {
    expect(at('viewer.sections')).toHaveLength(4);
    expect(at('viewer.sections.3.listings.nodes')).toHaveLength(3);
  },
  'watch-list': (at) => {
    expect(at('viewer.watchedListings.edges')).toHaveLength(20);
    expect(at('viewer.watchedListings.pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  },
  account: (at) => expect(at('viewer.accountEntries.nodes.0.amount.formatted')).toEqual(expect.any(String)),
  invoice: (at) => expect(at('viewer.invoice.size')).toBeGreaterThan(100),
  messages: (at) => expect(at('listingPreview.listing.viewerInfo.receivedMessageCount')).toEqual(expect.any(Number)),
  notifications: (at) => expect(at('nodes.2.viewerInfo.receivedMessageCount')).toEqual(expect.any(Number)),
  'premium-options': (at) => {
    expect(at('listing.premiumOptions.0.option')).toEqual(expect.any(String));
    expect(at('viewer.untilExpiry.cost.formatted')).toEqual(expect.any(String));
  },
  'similar-listings': (at) => {
    expect(at('listing.related.0.category.label')).toEqual(expect.any(String));
    expect(at('listing.related.9.section.label')).toEqual(expect.any(String));
  },
  'deep-link': (at) => expect(at('listingPreview.status')).toBe('AVAILABLE'),
};

describe('The screens of an app', async () => {
  const world = await startWorldForAll();
  await Promise.all([world.signIn('seller'), world.signIn('agent')]);

  it('are there', () => {
    expect(screens.map(({ name }) => name)).toEqual(Object.keys(shown).toSorted());
    expect(screens.length).toBeGreaterThanOrEqual(12);
  });

  it.each(screens)('$name begins with a comment that says what it is, and is valid', ({ text }) => {
    expect(text).toMatch(/^# [A-Z][^\n]+\n(?:# [^\n]+\n){2,}(?:query|mutation) [A-Z]/);
    expect(validate(schema, parse(text))).toEqual([]);
  });

  it.each(sampled(3, promised))(
    '$name: $cold calls cold and $warm warm, and fewer are not possible',
    async (screen) => {
      const { name, text, variables, cold, warm } = screen;
      await using gateway = await startFreshGateway(world);
      const token = await world.signIn(screen.account);
      const runOnce = async (): Promise<number> => {
        let told: unknown;
        const served = await world.servedDuring(async () => {
          const answer = await gateway.query(text, {
            token,
            variables,
            headers: { 'x-upstream-trace': 'true' },
          });
          dataOf(answer);
          shown[name]?.((path) => valueAt(answer, path));
          told = answer.body;
        });
        const { planned, calls } = Object(Object(told).extensions).upstream;
        expect(calls).toBe(served.length);
        // The plan is a worst case, and a screen is never refused.
        expect(planned).toBeGreaterThanOrEqual(calls);
        expect(planned).toBeLessThanOrEqual(50);
        return served.length;
      };
      expect({ cold: await runOnce(), warm: await runOnce() }).toEqual({ cold, warm });
      expect({ cold, warm }).toEqual({ cold: screen.fewestCold, warm: screen.fewestWarm });
    },
  );

  it.each(
    sampled(3, [
      [
        'deep-link',
        'a listing that is gone',
        { id: '99999999' },
        { listingPreview: { status: 'NOT_FOUND', listing: null } },
      ],
      ['watch-list', 'the first page', {}, { viewer: { watchedListings: { pageInfo: { hasPreviousPage: false } } } }],
      ['my-listings', 'what has expired', { view: 'EXPIRED' }, { viewer: { listings: { totalCount: 6 } } }],
    ] as const),
  )('%s costs the same for %s', async (name, _what, variables, data) => {
    await using gateway = await startFreshGateway(world);
    const screen = promised.find((each) => each.name === name);
    const token = await world.signIn(screen?.account ?? 'seller');
    const served = await world.servedDuring(async () => {
      expect(dataOf(await gateway.query(screen?.text ?? '', { token, variables }))).toMatchObject(data);
    });
    expect(served).toHaveLength(screen?.cold ?? 0);
  });
});
