import { describe, expect, it } from 'vitest';
import { UserDetailsResponse } from '../../../src/contract/user.ts';
import { fieldsOf, rowsOf, startService } from '../running-service.ts';

describe('GET /v1/user/details', () => {
  it('gives the account with companies, sharers and balance', async () => {
    await using service = await startService();
    const { body } = await service.call('/v1/user/details', { token: await service.signIn('agent') });
    const details = fieldsOf(body);
    expect(Object.keys(details).sort()).toEqual(Object.keys(UserDetailsResponse.fields).sort());
    expect(details).toMatchObject({
      UserID: 5002,
      Username: 'agent',
      AccountType: 'Business',
      TelRestricted: true,
      PropertySellerType: 4,
      PropertySellerTypeLocked: true,
      Balance: expect.any(Number),
    });
    expect(Date.parse(String(details['TelVerified']))).toBeLessThan(service.clock.read().getTime());
    expect(Date.parse(String(details['TelRestrictedUntil']))).toBeGreaterThan(service.clock.read().getTime());
    expect(String(details['ProfileImage'])).toContain(`${service.origin.origin}/pictures/`);
    expect(rowsOf(details['Companies']).map(({ Id }) => Id)).toEqual([7001, 7002]);
    expect(rowsOf(details['SharedUsers'])).toEqual([
      { Id: 5006, IsGroup: false, Name: 'Luisa Borg Camilleri', Username: 'luisa' },
      { Id: 5007, IsGroup: false, Name: 'Jeremy Portelli', Username: 'jeremy' },
      { Id: 9001, IsGroup: true, Name: 'Lettings desk', Username: null },
    ]);
  });

  it('gives an account of which nothing optional is known', async () => {
    await using service = await startService();
    const { body } = await service.call('/v1/user/details', { token: await service.signIn('newcomer') });
    expect(fieldsOf(body)).toMatchObject({
      Company: null,
      ProfileImage: null,
      TelVerified: null,
      TelRestrictedUntil: null,
      VatNumber: null,
      Balance: 0,
      Companies: [],
      SharedUsers: [],
    });
  });
});
