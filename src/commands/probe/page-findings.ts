/** What pages of listings and the parallel arrays of sections show (rulings R24, R25 and R27). */
import { parseInt64 } from '../../upstream/int64.ts';
import { fieldOf, type JsonObject } from '../../upstream/json-object.ts';
import type { Findings } from './finding.ts';

/** How many listings a probe asks for: the largest page that the gateway ever asks for (ruling R24). */
export const PAGE_SIZE = 100;

/** Tells whether a page says how many listings there are, and whether it is as long as was asked for. */
export const examinePage = (page: JsonObject, findings: Findings): void => {
  const total = parseInt64(fieldOf(page, 'TotalResults'));
  // Assumption: R25.
  if (total === null) {
    findings.add({ ruling: 'R25', outcome: 'covered', path: null, text: 'no TotalResults' });
    return;
  }
  findings.add({ ruling: 'R25', outcome: 'holds', path: null, text: 'TotalResults is there' });
  const items = fieldOf(page, 'Items');
  if (!Array.isArray(items)) return;
  // Assumption: R24. A page that is shorter than asked, though there is more, shows the limit of the service.
  const isFull = items.length >= Math.min(Number(total), PAGE_SIZE);
  if (!isFull) {
    const text = `a page is shorter than the ${PAGE_SIZE} that were asked for though there are more`;
    findings.add({ ruling: 'R24', outcome: 'covered', path: null, text });
  } else if (Number(total) >= PAGE_SIZE) {
    findings.add({ ruling: 'R24', outcome: 'holds', path: null, text: `pages of ${PAGE_SIZE} listings` });
  }
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
