import { expect, it } from 'vitest';
import { generatedFilesOf } from '../../../test/clients/generated-files.ts';

it('npm run examples:generate has nothing to do for examples/typescript-tada', async () => {
  const { present, fresh } = await generatedFilesOf('typescript-tada');
  expect(present).toEqual(fresh);
});
