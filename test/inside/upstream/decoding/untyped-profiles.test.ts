import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCompany, readProfile } from '../../../../src/upstream/decoding/untyped-profiles.ts';

const noCompany = { Id: null, Logo: null, Name: null, CompanyType: null };
const noProfile = {
  Company: null,
  ItemCount: null,
  PictureUrl: null,
  RegistrationDate: null,
  UserId: null,
  Username: null,
};

describe('readCompany', () => {
  it('reads company details when their id is there', () => {
    expect(readCompany({ Id: 7, Name: 'Boats Ltd', CompanyType: 9 })).toEqual({
      Id: '7',
      Name: 'Boats Ltd',
      CompanyType: 9,
      Logo: null,
    });
    expect(readCompany({ id: '7' })).toEqual({ ...noCompany, Id: '7' });
  });

  it('takes a string, or the name of an object without an id, for the name alone', () => {
    expect(readCompany('Boats Ltd')).toEqual({ ...noCompany, Name: 'Boats Ltd' });
    expect(readCompany({ Name: 'Boats Ltd', Logo: 'x' })).toEqual({ ...noCompany, Name: 'Boats Ltd' });
  });

  it.each([null, undefined, '', ' ', 7, true, [], {}, { Logo: 'x' }, { Id: null }, { Id: {} }])(
    'finds no company in %j',
    (value) => {
      expect(readCompany(value)).toBeNull();
    },
  );
});

describe('readProfile', () => {
  it('reads a public profile when its id is there', () => {
    expect(readProfile({ UserId: 7, Username: 'ana', ItemCount: 0 })).toEqual({
      ...noProfile,
      UserId: '7',
      Username: 'ana',
      ItemCount: 0,
    });
  });

  it('takes a string, or the name of an object without an id, for the name alone', () => {
    expect(readProfile('ana')).toEqual({ ...noProfile, Username: 'ana' });
    expect(readProfile({ Name: 'Ana' })).toEqual({ ...noProfile, Username: 'Ana' });
    expect(readProfile({ Name: 'Ana', Username: 'ana' })).toEqual({ ...noProfile, Username: 'ana' });
  });

  it.each([null, '', 7, [], {}, { Company: 'x' }])('finds no user in %j', (value) => {
    expect(readProfile(value)).toBeNull();
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(Object.keys(readProfile(json) ?? noProfile).sort()).toEqual(Object.keys(noProfile).sort());
        expect(Object.keys(readCompany(json) ?? noCompany).sort()).toEqual(Object.keys(noCompany).sort());
      }),
    );
  });
});
