/** Gives properties the same random cases in each run, so that what fails is what was changed; `TEST_SEED=2` tries others. */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });
