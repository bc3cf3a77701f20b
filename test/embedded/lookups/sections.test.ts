import { describe, expect, it } from 'vitest';
import { rowsOf, startService } from '../running-service.ts';

describe('GET /v1/sections', () => {
  it('lists the sections, or those of a type in any letter case', async () => {
    await using service = await startService();
    const token = await service.applicationToken();
    const all = rowsOf((await service.call('/v1/sections', { token })).body);
    expect(all.map(({ SectionName }) => SectionName)).toEqual(['Classifieds', 'Cars & Parts', 'Properties', 'Jobs']);
    for (const section of all) {
      const type = String(section['SecType']).toUpperCase();
      expect((await service.call(`/v1/sections?type=${type}`, { token })).body).toEqual([section]);
      expect((await service.call(`/v1/sections/${String(section['SectionID'])}`, { token })).body).toEqual(section);
    }
  });

  it('finds nothing of a type that is not there', async () => {
    await using service = await startService();
    const token = await service.applicationToken();
    expect((await service.call('/v1/sections?type=Boats', { token })).body).toEqual([]);
    expect((await service.call('/v1/sections?type=', { token })).body).toEqual([]);
    expect((await service.call('/v1/sections/99', { token })).status).toBe(404);
  });
});
