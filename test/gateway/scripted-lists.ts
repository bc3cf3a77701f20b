/** Lookup lists as a scripted upstream gives them: small, and different from the demo data. */
import type { ScriptedUpstream } from '../support/scripted-upstream.ts';

/** Scripts the sections, their categories, and every lookup list that has no tests of its own forms. */
export const scriptLists = (upstream: ScriptedUpstream): void => {
  const lists: Readonly<Record<string, unknown>> = {
    '/v1/sections': [
      { SecType: 'Cars', SectionID: 2, SectionName: 'Cars & Parts' },
      { SecType: 'Jobs', SectionID: 4, SectionName: 'Jobs' },
    ],
    '/v1/properties/categories': [
      { Id: 401, Item: 'Baking' },
      { Id: 201, Item: 'Coupés' },
      { Id: 999, Item: 'Nowhere' },
    ],
    '/v1/properties/categories/2': [{ Id: 201, Item: 'Coupés' }],
    '/v1/properties/categories/4': [{ Id: 401, Item: 'Baking' }],
    '/v1/properties/fuel': [
      { Id: 0, Item: 'Petrol' },
      { Id: 1, Item: 'Diesel' },
    ],
    '/v1/properties/transmission': [
      { Id: 0, Item: 'Manual' },
      { Id: 1, Item: 'Auto' },
    ],
    '/v1/properties/imported': [{ Id: 0, Item: 'No' }],
    '/v1/properties/doors': [{ Id: 5, Item: '5' }],
    '/v1/properties/propertytypes': [{ Id: 11, Item: 'Penthouse' }],
    '/v1/properties/propertybedrooms': [
      { Id: 0, Item: 'Not Applicable' },
      { Id: 3, Item: '3' },
    ],
    '/v1/properties/propertyfinish': [{ Id: 5, Item: 'Furnished' }],
    '/v1/properties/propertygarden': [{ Id: 2, Item: 'Yes' }],
    '/v1/properties/propertypool': [{ Id: 1, Item: 'No' }],
    '/v1/properties/localities': [{ Id: 77, Item: 'Marsaxlokk' }],
  };
  for (const [path, json] of Object.entries(lists)) upstream.on('GET', path, { json });
};
