/** User and account structures: specification, part 2. */
import { CompanyType, PropertySellerType } from './codes.ts';
import {
  boolean,
  code,
  dateTime,
  double,
  float,
  int32,
  int64,
  list,
  string,
  structure,
  type Wire,
} from './structure.ts';

/** A company of an account. */
export const CompanyDetails = structure('CompanyDetails', {
  Id: int64,
  Logo: string,
  Name: string,
  CompanyType: code(CompanyType),
});
export type CompanyDetails = Wire<typeof CompanyDetails>;

/** A user or group that shares an account. */
export const SharedUser = structure('SharedUser', { Id: int64, IsGroup: boolean, Name: string, Username: string });
export type SharedUser = Wire<typeof SharedUser>;

/** The caller's own account. */
export const UserDetailsResponse = structure('UserDetailsResponse', {
  UserID: int64,
  Username: string,
  Name: string,
  Email: string,
  Company: string,
  AccountType: string,
  ProfileImage: string,
  Telephone: string,
  TelRestrictedUntil: string,
  TelVerified: string,
  VatNumber: string,
  Balance: float,
  TelRestricted: boolean,
  PropertySellerType: code(PropertySellerType),
  PropertySellerTypeLocked: boolean,
  Companies: list(CompanyDetails),
  SharedUsers: list(SharedUser),
});
export type UserDetailsResponse = Wire<typeof UserDetailsResponse>;

/** A change to the caller's account; only what is given changes (assumption R38). */
export const PostUserDetailsRequest = structure('PostUserDetailsRequest', {
  AccountType: string,
  Company: string,
  Name: string,
  Telephone: string,
  VatNumber: string,
});
export type PostUserDetailsRequest = Wire<typeof PostUserDetailsRequest>;

/** Profile of a user as others see it. */
export const UserPublicProfile = structure('UserPublicProfile', {
  Company: string,
  ItemCount: int32,
  PictureUrl: string,
  RegistrationDate: dateTime,
  UserId: int64,
  Username: string,
});
export type UserPublicProfile = Wire<typeof UserPublicProfile>;

/** Sections in which the caller has listings; the three arrays run in parallel (assumption R27). */
export const UserSectionsResponse = structure('UserSectionsResponse', {
  Expired: list(int32),
  SectionNames: list(string),
  Sections: list(int64),
});

/** One movement of the account. `Balance` is the balance after it. */
export const AccountEntry = structure('AccountEntry', {
  Amount: double,
  Balance: double,
  Description: string,
  ReceiptUrl: string,
  TimeStamp: dateTime,
});

/** A page of account movements and the balance now. */
export const AccountResult = structure('AccountResult', { AccountEntries: list(AccountEntry), Balance: double });

/** Body of a change of the profile picture. */
export const ProfilePictureRequest = structure('ProfilePictureRequest', { PictureUrl: string });
