/** Numbers of an owner's listings in a category, by their state. */
export interface OwnerQuota {
  readonly owner: string;
  readonly active: number;
  readonly expired: number;
  readonly deleted: number;
}

/** Owners and numbers of listings in a category. */
export interface CategoryPlan {
  readonly categoryId: number;
  readonly quotas: readonly OwnerQuota[];
}

function quota(owner: string, active: number, expired = 0, deleted = 0): OwnerQuota {
  return { owner, active, expired, deleted };
}

const classifiedIds = Array.from({ length: 19 }, (_, n) => 101 + n);
const jobIds = Array.from({ length: 10 }, (_, n) => 401 + n);

const classifiedPlans = classifiedIds.map((categoryId, n): CategoryPlan => ({
  categoryId,
  quotas: [
    quota('seller', n % 4 === 0 ? 2 : 1, n % 3 === 0 ? 1 : 0),
    quota('karmenu', 3, n % 4 === 1 ? 1 : 0, n % 6 === 2 ? 1 : 0),
    quota('luisa', 2, n % 5 === 2 ? 1 : 0),
    quota('jeremy', 2, n % 6 === 3 ? 1 : 0),
  ],
}));

const vehiclePlans: readonly CategoryPlan[] = [
  {
    categoryId: 201,
    quotas: [
      quota('seller', 4, 2),
      quota('harbourmotors', 24, 3, 1),
      quota('karmenu', 3, 1),
      quota('jeremy', 2),
      quota('luisa', 1),
    ],
  },
  { categoryId: 202, quotas: [quota('seller', 2), quota('harbourmotors', 4, 1), quota('karmenu', 4, 1)] },
  { categoryId: 203, quotas: [quota('seller', 1, 1), quota('harbourmotors', 6, 1), quota('karmenu', 2)] },
  { categoryId: 204, quotas: [quota('seller', 1), quota('harbourmotors', 6, 1), quota('jeremy', 2)] },
  { categoryId: 205, quotas: [quota('seller', 1, 1), quota('jeremy', 4, 1), quota('karmenu', 2)] },
  { categoryId: 206, quotas: [quota('seller', 1), quota('luisa', 3), quota('jeremy', 2, 1)] },
  { categoryId: 207, quotas: [quota('seller', 1), quota('harbourmotors', 3), quota('stonebuild', 3, 1)] },
  { categoryId: 208, quotas: [quota('seller', 1, 1), quota('harbourmotors', 3), quota('karmenu', 3, 0, 1)] },
  { categoryId: 209, quotas: [quota('seller', 1), quota('harbourmotors', 3), quota('jeremy', 3)] },
  { categoryId: 210, quotas: [quota('seller', 1, 1), quota('karmenu', 2), quota('jeremy', 3)] },
  { categoryId: 211, quotas: [quota('seller', 1), quota('jeremy', 3, 1), quota('karmenu', 2)] },
];

const propertyPlans: readonly CategoryPlan[] = [
  {
    categoryId: 301,
    quotas: [quota('seller', 4, 2), quota('agent', 20, 2), quota('stonebuild', 10, 1), quota('karmenu', 2, 0, 1)],
  },
  {
    categoryId: 302,
    quotas: [quota('seller', 3, 1), quota('agent', 17, 2, 1), quota('luisa', 3), quota('karmenu', 2)],
  },
  { categoryId: 303, quotas: [quota('seller', 2), quota('agent', 9, 1), quota('jeremy', 2), quota('luisa', 2)] },
  { categoryId: 304, quotas: [quota('seller', 1), quota('agent', 4), quota('stonebuild', 4, 1)] },
  { categoryId: 305, quotas: [quota('seller', 1, 1), quota('agent', 5, 1), quota('stonebuild', 3)] },
  { categoryId: 306, quotas: [quota('seller', 1), quota('agent', 4), quota('stonebuild', 3), quota('karmenu', 2)] },
  { categoryId: 307, quotas: [quota('seller', 1), quota('agent', 4), quota('stonebuild', 4, 1)] },
  { categoryId: 308, quotas: [quota('seller', 2, 1), quota('agent', 3), quota('luisa', 3), quota('jeremy', 2, 1)] },
];

const jobPlans = jobIds.map((categoryId, n): CategoryPlan => ({
  categoryId,
  quotas: [
    quota('seller', n % 2 === 0 ? 2 : 1, n % 2),
    quota('talentbridge', 4, n % 3 === 0 ? 1 : 0, n === 4 ? 1 : 0),
    quota(n % 2 === 0 ? 'karmenu' : 'stonebuild', 1),
    quota(n % 2 === 0 ? 'jeremy' : 'luisa', 1),
  ],
}));

/** Owners and numbers of listings in each category, in the order of the categories. */
export const listingPlan: readonly CategoryPlan[] = [
  ...classifiedPlans,
  ...vehiclePlans,
  ...propertyPlans,
  ...jobPlans,
];
