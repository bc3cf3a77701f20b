import { expect, it } from 'vitest';
import { generatedFilesOf } from '../../../test/clients/generated-files.ts';

it('npm run examples:generate has nothing to do for examples/react-apollo', async () => {
  const { present, fresh } = await generatedFilesOf('react-apollo');
  expect(present).toEqual(fresh);
});
