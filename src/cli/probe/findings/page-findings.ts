/** What a page of listings and the parallel arrays of sections show (rulings R25 and R27). */
import { parseInt64 } from '../../../json/int64.ts';
import { fieldOf, type JsonObject } from '../../../json/json-object.ts';
import type { Findings } from './finding.ts';

/** Tells whether a page says how many listings there are. */
export const examinePage = (page: JsonObject, findings: Findings): void => {
  const total = parseInt64(fieldOf(page, 'TotalResults'));
  // Assumption: R25.
  findings.add(
    total === null
      ? { ruling: 'R25', outcome: 'covered', path: null, text: 'no TotalResults' }
      : { ruling: 'R25', outcome: 'holds', path: null, text: 'TotalResults is there' },
  );
};

/** Tells whether the three arrays of the caller's sections run in parallel. */
export const examineSections = (body: JsonObject, findings: Findings): void => {
  const lengths = ['Expired', 'SectionNames', 'Sections'].map((name) => {
    const array = fieldOf(body, name);
    return Array.isArray(array) ? array.length : null;
  });
  // Assumption: R27.
  const isParallel = new Set(lengths).size === 1 && lengths[0] !== null;
  findings.add({
    ruling: 'R27',
    outcome: isParallel ? 'holds' : 'covered',
    path: null,
    text: isParallel ? 'three arrays of the same length' : 'arrays of different lengths',
  });
};
