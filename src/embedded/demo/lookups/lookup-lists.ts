import type { LookupList } from '../../database/lookup-labels.ts';
import type { DemoLookupValue } from '../model/demo-lookup-types.ts';

/** Gives consecutive keys to the values of a list. */
const numberedFrom = (first: number, items: readonly string[]): DemoLookupValue[] =>
  items.map((item, at) => ({ id: first + at, item }));

/**
 * Values of the lookup lists by key. Property and vehicle lists are those of the specification, part 2, to the letter
 * and in its order; the three job lists are not in it and are this marketplace's own.
 */
export const lookupLists: Readonly<Record<LookupList, readonly DemoLookupValue[]>> = {
  bedrooms: [...numberedFrom(1, ['1', '2', '3', '4', '5', '6']), { id: 0, item: 'Not Applicable' }],
  candidateStatuses: numberedFrom(1, [
    'Student',
    'Recent Graduate',
    'Employed, open to offers',
    'Employed, serving notice',
    'Self-Employed',
    'Unemployed',
    'Returning to Work',
    'Retired',
  ]),
  doors: [
    { id: 2, item: '2' },
    { id: 3, item: '3' },
    { id: 4, item: '4' },
    { id: 5, item: '5' },
  ],
  educationLevels: numberedFrom(1, [
    'No Formal Qualification',
    'Secondary (SEC, O-Level)',
    'Post-Secondary (MATSEC, A-Level)',
    'Vocational Certificate or Diploma',
    "Bachelor's Degree",
    "Master's Degree",
    'Doctorate',
    'Professional Qualification',
  ]),
  finishLevels: [
    ...numberedFrom(1, ['Site/Land', 'Shell', 'Semi-Finished', 'Finished', 'Furnished']),
    { id: 99, item: 'Other' },
  ],
  fuels: numberedFrom(0, ['Petrol', 'Diesel', 'Electric', 'Dual Fuel']),
  gardens: [
    { id: 1, item: 'No' },
    { id: 2, item: 'Yes' },
    { id: 9, item: 'Not Applicable' },
  ],
  importOrigins: [...numberedFrom(0, ['No', 'UK Import', 'Japan Import']), { id: 99, item: 'Other Import' }],
  jobTypes: numberedFrom(1, [
    'Full-Time',
    'Part-Time',
    'Reduced Hours',
    'Fixed-Term Contract',
    'Temporary or Seasonal',
    'Freelance',
    'Apprenticeship',
    'Internship',
  ]),
  pools: numberedFrom(1, ['No', 'Yes', 'Not Applicable']),
  propertyTypes: [
    { id: 1, item: 'Apartment / Flat' },
    { id: 2, item: 'Maisonette' },
    { id: 3, item: 'Terraced House' },
    { id: 4, item: 'Semi-Detached Villa' },
    { id: 5, item: 'Detached Villa' },
    { id: 6, item: 'House of character' },
    { id: 11, item: 'Penthouse' },
    { id: 12, item: 'Bungalow' },
    { id: 13, item: 'Palazzo' },
    { id: 14, item: 'Garage' },
    { id: 7, item: 'Offices' },
    { id: 8, item: 'Business Outlet or Shop' },
    { id: 9, item: 'Industrial' },
    { id: 10, item: 'Other Commercial' },
    { id: 20, item: 'Plot' },
    { id: 21, item: 'Land (ODZ)' },
    { id: 99, item: 'Other' },
  ],
  transmissions: numberedFrom(0, ['Manual', 'Auto', 'Semi-Auto']),
};
