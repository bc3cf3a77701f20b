import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, type RunningService, startService } from '../running-service.ts';

const detailsOf = async (service: RunningService, token: string) =>
  fieldsOf((await service.call('/v1/user/details', { token })).body);

describe('POST /v1/user/details', () => {
  it('changes what is sent and leaves the rest as it is', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const before = await detailsOf(service, token);
    const response = await service.post('/v1/user/details', token, { Company: ' Sea & Stone ', Name: null, Extra: 1 });
    expect([response.status, response.body]).toEqual([200, undefined]);
    expect(await detailsOf(service, token)).toEqual({ ...before, Company: 'Sea & Stone' });
    expect((await service.post('/v1/user/details', token, {})).status).toBe(200);
    const all = { AccountType: 'Private', Company: 'C', Name: 'N', Telephone: '2123 4567', VatNumber: 'MT12345678' };
    await service.post('/v1/user/details', token, all);
    expect(await detailsOf(service, token)).toEqual({ ...before, ...all, TelVerified: null });
  });

  it('keeps the verification of a telephone number as long as the number', async () => {
    await using service = await startService();
    const token = await service.signIn('seller');
    const { Telephone, TelVerified } = await detailsOf(service, token);
    expect(TelVerified).toEqual(expect.any(String));
    await service.post('/v1/user/details', token, { Telephone, Name: 'Someone Else' });
    expect(await detailsOf(service, token)).toMatchObject({ TelVerified, Name: 'Someone Else' });
    await service.post('/v1/user/details', token, { Telephone: '+356 2100 0000' });
    expect(await detailsOf(service, token)).toMatchObject({ TelVerified: null });
  });

  it('takes values away with empty texts, but not the name', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const empty = { AccountType: '', Company: '', Telephone: '', VatNumber: ' ' };
    expect((await service.post('/v1/user/details', token, empty)).status).toBe(200);
    expect(await detailsOf(service, token)).toMatchObject({
      AccountType: null,
      Company: null,
      Telephone: null,
      VatNumber: null,
    });
    expect((await service.post('/v1/user/details', token, { Name: ' ' })).status).toBe(400);
  });

  it.each(
    sampled(3, [
      ['Name', ['', 'x'.repeat(101), 'a\u0000b', 7]],
      ['Company', ['x'.repeat(101), 'a\nb', false]],
      ['AccountType', ['x'.repeat(51), []]],
      ['Telephone', ['12345', 'call me', 2_123_456]],
      ['VatNumber', ['x'.repeat(21), 'MT_1', '<b>', {}]],
    ] as const),
  )('refuses a wrong %s by name and changes nothing', async (field, values) => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const before = await detailsOf(service, token);
    for (const value of values) {
      const response = await service.post('/v1/user/details', token, { Company: 'Changed', [field]: value });
      expect([value, response.status, response.body]).toEqual([
        value,
        400,
        {
          Message: expect.stringMatching(
            /^(?:Account type|Company|Name|Telephone number|VAT number|Body field '\w+') must /,
          ),
        },
      ]);
    }
    expect(await detailsOf(service, token)).toEqual(before);
  });
});

describe('POST /v1/user/profilepicture', () => {
  it('shows the picture to the user and to others, and takes it away', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const listing = demoListings.find(({ owner, state }) => owner === 'agent' && state === 'active');
    const profileUrl = async () =>
      fieldsOf(fieldsOf((await service.call(`/v1/listings/${listing?.id}`, { token })).body)['User'])['PictureUrl'];
    const { ProfileImage } = await detailsOf(service, token);
    for (const url of ['https://images.example/me.jpg?size=2', ProfileImage, 'http://x.example/']) {
      const response = await service.post('/v1/user/profilepicture', token, { PictureUrl: url });
      expect([response.status, response.body]).toEqual([200, undefined]);
      expect([await profileUrl(), (await detailsOf(service, token))['ProfileImage']]).toEqual([url, url]);
    }
    await service.post('/v1/user/profilepicture', token, { PictureUrl: '' });
    expect(await profileUrl()).toBe(null);
  });

  it('refuses what is no web address', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    for (const PictureUrl of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '/etc/passwd',
      '//x.example/a.jpg',
      'me.jpg',
      `https://x.example/${'a'.repeat(2048)}`,
      null,
      7,
    ]) {
      const response = await service.post('/v1/user/profilepicture', token, { PictureUrl });
      expect([PictureUrl, response.status, response.body]).toEqual([
        PictureUrl,
        400,
        { Message: expect.stringMatching(/picture|'PictureUrl'/) },
      ]);
    }
  });
});

it('GET /v1/user/sections counts the expired listings of each section in which the caller has any', async () => {
  await using service = await startService();
  const token = await service.signIn('seller');
  const own = demoListings.filter(({ owner, state }) => owner === 'seller' && state !== 'deleted');
  const expiredIn = (sectionId: number) =>
    own.filter((listing) => listing.sectionId === sectionId && listing.state === 'expired').length;
  const sections = (await service.call('/v1/sections', { token })).body as {
    SectionID: number;
    SectionName: string;
  }[];
  const found = sections.filter(({ SectionID }) => own.some(({ sectionId }) => sectionId === SectionID));
  expect((await service.call('/v1/user/sections', { token })).body).toEqual({
    Sections: found.map(({ SectionID }) => SectionID),
    SectionNames: found.map(({ SectionName }) => SectionName),
    Expired: found.map(({ SectionID }) => expiredIn(SectionID)),
  });
});
