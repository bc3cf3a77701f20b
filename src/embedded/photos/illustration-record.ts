/** Illustrations as the database keeps them: the description of a picture that is drawn when it is asked for. */
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { IllustrationSpec } from '../demo/model/demo-types.ts';
import { illustrationSubjects, paintNames } from '../demo/model/illustration-vocabulary.ts';

const record = z.object({
  subject: z.enum(illustrationSubjects),
  seed: z.number(),
  view: z.number(),
  paint: z.enum(paintNames).nullable(),
});

/** Reads a stored illustration. */
export const readIllustration = (stored: string): IllustrationSpec => record.parse(JSON.parse(stored));

/**
 * Stores an illustration as a picture, once however often it is used.
 *
 * @returns key of the picture
 */
export const saveIllustration = (database: Database, spec: IllustrationSpec): string => {
  const key = [spec.subject, spec.seed, spec.view, spec.paint ?? 'any'].join('-');
  database.run('INSERT INTO pictures (key, illustration) VALUES (?, ?) ON CONFLICT DO NOTHING', [
    key,
    JSON.stringify(spec),
  ]);
  return key;
};
