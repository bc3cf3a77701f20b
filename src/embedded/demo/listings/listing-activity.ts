import { PremiumOption } from '../../../contract/codes.ts';
import { answersBySection, questionsBySection } from '../accounts/messages.ts';
import type { DemoListing, DemoPremiumOption, DemoThread, PremiumOptionCode } from '../model/demo-listing-types.ts';
import type { SeededRandom } from '../model/seeded-random.ts';

type Watched = Pick<DemoListing, 'owner' | 'state'>;

/** Probability that an account watches an active listing of somebody else; accounts that are not named watch nothing. */
const watchChances: readonly (readonly [username: string, chance: number])[] = [
  ['seller', 0.21],
  ['agent', 0.07],
  ['tester', 0.015],
  ['karmenu', 0.05],
  ['luisa', 0.09],
  ['jeremy', 0.09],
  ['harbourmotors', 0.03],
  ['talentbridge', 0.01],
  ['stonebuild', 0.03],
];

/** Chooses who watches a listing: never its owner, nobody for a deleted one. */
export function chooseWatchers(random: SeededRandom, { owner, state }: Watched): string[] {
  if (state === 'deleted') return [];
  const factor = state === 'expired' ? 0.4 : 1;
  // The chance is drawn for the owner too, so that a change of owner leaves the other watchers alone.
  return watchChances.flatMap(([username, chance]) =>
    random.chance(chance * factor) && username !== owner ? [username] : [],
  );
}

const writers = ['seller', 'luisa', 'jeremy', 'karmenu', 'tester', 'agent'] as const;

type Discussed = Pick<DemoListing, 'owner' | 'sectionId' | 'state' | 'listedDaysAgo'>;

/** Writes the conversations about a listing: none for most, up to three for some. Ids are given later. */
export function writeThreads(random: SeededRandom, listing: Discussed): Omit<DemoThread, 'id'>[] {
  const { owner, sectionId, state, listedDaysAgo } = listing;
  if (state === 'deleted' || !random.chance(owner === 'seller' ? 0.45 : 0.2)) return [];
  const others = writers.filter((username) => username !== owner);
  return random.sample(others, random.integer(1, 3)).map((startedBy) => {
    const startDaysAgo = listedDaysAgo * random.decimal(0.15, 0.95, 3);
    const length = random.integer(1, 4);
    const questions = random.sample(questionsBySection[sectionId] ?? [], 2);
    const responses = random.sample(answersBySection[sectionId] ?? [], 2);
    const messages = Array.from({ length }, (_, n) => ({
      from: n % 2 === 0 ? startedBy : owner,
      daysAgo: Number((startDaysAgo * (1 - n * 0.12)).toFixed(4)),
      text: (n % 2 === 0 ? questions[n / 2] : responses[(n - 1) / 2]) ?? 'Thank you!',
      // All but the last message have been read; the last one by chance.
      isRead: n < length - 1 || random.chance(0.4),
    }));
    return { startedBy, messages };
  });
}

const optionDays: Readonly<Partial<Record<PremiumOptionCode, number>>> = {
  [PremiumOption.Featured_3days]: 3,
  [PremiumOption.Featured_7days]: 7,
};

/** Chooses premium options: some run now, some ran out, most listings never had one. */
export function choosePremiumOptions(
  random: SeededRandom,
  { state, lastListedDaysAgo }: { readonly state: DemoListing['state']; readonly lastListedDaysAgo: number },
): DemoPremiumOption[] {
  if (state === 'active' && random.chance(0.05)) {
    const boughtDaysAgo = Number((lastListedDaysAgo * 0.9).toFixed(3));
    return [{ option: PremiumOption.Featured, boughtDaysAgo, expiresDaysAgo: null }];
  }
  if (!random.chance(state === 'deleted' ? 0 : 0.2)) return [];
  const option = random.pick([PremiumOption.Featured_3days, PremiumOption.Featured_7days]);
  const days = optionDays[option] ?? 0;
  const latest = state === 'active' ? 0 : days + 0.5;
  const boughtDaysAgo = Number(Math.max(latest, lastListedDaysAgo * random.decimal(0.05, 0.98, 3)).toFixed(3));
  return [{ option, boughtDaysAgo, expiresDaysAgo: Number((boughtDaysAgo - days).toFixed(3)) }];
}

/** Returns whether a premium option runs at the start clock. */
export function isPremiumActive({ expiresDaysAgo }: DemoPremiumOption, state: DemoListing['state']): boolean {
  return state === 'active' && (expiresDaysAgo === null || expiresDaysAgo < 0);
}
