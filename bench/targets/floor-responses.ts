/** The responses of the floor: each workload by hand, with the REST calls it needs and nothing else. */
import { WATCHED_PAGE, type WorkloadName } from '../workloads.ts';
import { conditionOf, moneyOf, viewOfDetail } from './listing-view.ts';
import type { RestCalls } from './rest-calls.ts';

type Responder = (calls: RestCalls, token: string) => Promise<unknown>;

const listing: Responder = async (calls, token) => {
  const [detail, lookups] = await Promise.all([calls.listing('1001', token), calls.lookups(token)]);
  const view = viewOfDetail(detail);
  const { vehicle } = view;
  const labelOf = (list: 'fuels' | 'transmissions' | 'doors', key: string) => {
    const value = lookups[list].get(key);
    return value === undefined ? null : { label: value.label };
  };
  return {
    listing: {
      ...view,
      vehicle: vehicle && {
        registrationYear: vehicle.registrationYear,
        mileage: vehicle.mileage,
        engineSize: vehicle.engineSize,
        fuel: labelOf('fuels', vehicle.fuelKey),
        transmission: labelOf('transmissions', vehicle.transmissionKey),
        doors: labelOf('doors', vehicle.doorsKey),
      },
    },
  };
};

const watchedListings: Responder = async (calls, token) => {
  const page = await calls.watched(WATCHED_PAGE + 1, token);
  const details = new Map<number, ReturnType<RestCalls['listing']>>();
  const nodes = await Promise.all(
    (page.Items ?? []).slice(0, WATCHED_PAGE).map(async (entry) => {
      const id = Number(entry.PKID ?? 0);
      const asked = details.get(id) ?? calls.listing(id, token);
      details.set(id, asked);
      const detail = await asked;
      return {
        id: `Listing:${id}`,
        title: entry.Title,
        price: moneyOf(entry.Price),
        thumbnailUrl: entry.ImageUrl,
        isWanted: entry.IsWanted,
        listedAt: entry.DateAddedUTC,
        condition: conditionOf(detail.Condition),
        viewCount: detail.Views,
        url: detail.Url,
        seller: { name: detail.Seller },
      };
    }),
  );
  return { viewer: { watchedListings: { totalCount: page.TotalResults, nodes } } };
};

const home: Responder = async (calls, token) => {
  const [user, { sections, fuels, doors, transmissions }] = await Promise.all([
    calls.user(token),
    calls.lookups(token),
  ]);
  return {
    viewer: {
      id: 'User:me',
      username: user.Username,
      name: user.Name,
      email: user.Email,
      telephone: user.Telephone,
      profileImageUrl: user.ProfileImage,
      accountType: user.AccountType,
      balance: moneyOf(user.Balance),
    },
    sections,
    lookups: {
      fuels: [...fuels.values()],
      doors: [...doors.values()],
      transmissions: [...transmissions.values()],
    },
  };
};

/** The `data` of each workload. */
export const floorResponses: Readonly<Record<WorkloadName, Responder>> = {
  W1S: async (calls, token) => ({ lookups: { fuels: [...(await calls.lookups(token)).fuels.values()] } }),
  W1L: async (calls, token) => ({ lookups: { vehicleModels: (await calls.lookups(token)).vehicleModels } }),
  W2: listing,
  W3: watchedListings,
  W3D: watchedListings,
  W4: home,
  W5: async () => ({ __typename: 'Query' }),
};
