/** Documents of a few hundred bytes, within every limit of a text, and what they do to everybody else. */
import { createOracle } from '../oracle.ts';
import type { Outcome } from '../outcome.ts';
import { type AttackDocument, type AttackForm, attackWithDocuments } from './attack-documents.ts';
import { startAttackedProgram } from './attacked-program.ts';
import { planningTraps } from './documents/planning-traps.ts';
import { fragmentChains, validationTraps, variableTraps } from './documents/validation-traps.ts';
import { longLists } from './long-lists.ts';

/** Families by name. */
const families: Readonly<Record<string, () => Iterable<AttackDocument>>> = {
  'fragment chains': fragmentChains,
  'validation traps': validationTraps,
  'planning traps': planningTraps,
  'variable traps': variableTraps,
};

/**
 * Sends the documents of every family, each family to a process of its own.
 *
 * @param main path of the compiled `main.js`
 * @param step one of so many documents of a family is sent
 */
export const runSmallDocuments = async (form: AttackForm, main: string, step = 1): Promise<Outcome> => {
  using oracle = createOracle();
  const figures: string[] = [];
  for (const [name, documents] of Object.entries(families)) {
    await using attacked = await startAttackedProgram({ main, respond: longLists });
    const sent = [...documents()].filter((_document, at) => at % step === 0);
    const { waitMs, what } = await attackWithDocuments(attacked, sent, form, oracle);
    const peak = await attacked.peakMemory();
    if (form.timedTries !== null) figures.push(`${name}: others waited ${Math.round(waitMs)} ms at most (${what})`);
    if (peak !== null) figures.push(`${name}: ${Math.round(peak)} MB at most`);
  }
  return oracle.outcome('small documents', null, figures);
};
