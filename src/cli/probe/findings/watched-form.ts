/** The form in which the service returns one watched listing (ruling R36). */
import { findWatchedForm } from '../../../upstream/endpoints/watching.ts';
import { findBy } from './body.ts';
import { type Finding, type Findings, findingOf } from './finding.ts';
import { jsonTypeOf } from './json-type.ts';
import { compareShape } from './shape.ts';

/** Finds the form of a response of `GET /v1/user/watchedlisting/{id}`. */
export const examineWatched = (body: unknown, findings: Findings): void => {
  const add = (outcome: Finding['outcome'], text: string): void => findings.add(findingOf('R36', outcome, text));
  const found = findBy((reportWrapper) => findWatchedForm(body, reportWrapper));
  if (found === null) return add('open', `${jsonTypeOf(body)}, which is not read`);
  const { content: form, wrapping } = found;
  if (form.kind === 'flag') return add('covered', 'a boolean');
  const { name } = form.structure;
  add(
    form.kind === 'item' && wrapping === null ? 'holds' : 'covered',
    wrapping === null ? name : `${name}, ${wrapping}`,
  );
  compareShape(form.structure, form.object, name, findings);
};
