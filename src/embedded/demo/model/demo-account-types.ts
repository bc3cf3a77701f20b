/** Types of the demo accounts and applications; units and keys are those of the demo listings. */
import type { CompanyType, PropertySellerType } from '../../../contract/codes.ts';

/** Any code of a table of codes. */
export type CodeOf<Codes extends Readonly<Record<string, number>>> = Codes[keyof Codes];

/** An application that may ask for tokens. */
export interface DemoApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly testMode: boolean;
}

/** A company of an account; `logo` is the name of a demo picture, null means it has none. */
export interface DemoCompany {
  readonly id: number;
  readonly name: string;
  readonly companyType: CodeOf<typeof CompanyType>;
  readonly logo: string | null;
}

/** A user or a group an account is shared with. A user names another demo account, a group lists its members. */
export interface DemoSharedUser {
  /** What `assignedTo` of a listing refers to; ids of accounts and groups never collide. */
  readonly id: number;
  readonly isGroup: boolean;
  readonly name: string;
  /** Username of the account; null for a group. */
  readonly username: string | null;
  /** Usernames of the members of a group; empty for a user. */
  readonly members: readonly string[];
}

/** One movement of an account; entries run from the oldest to the newest. */
export interface DemoAccountEntry {
  readonly daysAgo: number;
  /** Positive = paid in, negative = spent. */
  readonly amountCents: number;
  /** Balance after this movement. */
  readonly balanceCents: number;
  readonly description: string;
  /** Order whose invoice is the receipt; null when there is none. */
  readonly orderId: number | null;
}

/** A line of an invoice. `totalCents` = `quantity` times `unitNetCents` plus `vatCents`. */
export interface DemoOrderLine {
  readonly description: string;
  readonly quantity: number;
  /** Price of one, without VAT. */
  readonly unitNetCents: number;
  /** VAT of the whole line. */
  readonly vatCents: number;
  readonly totalCents: number;
}

/** An order; the document exists as an invoice, as a proforma, as both or (a cancelled one) as neither. */
export interface DemoOrder {
  readonly id: number;
  readonly daysAgo: number;
  readonly vatPercent: number;
  readonly lines: readonly DemoOrderLine[];
  /** Sum of the lines, VAT included. */
  readonly totalCents: number;
  readonly hasInvoice: boolean;
  readonly hasProforma: boolean;
}

/** An account; every one signs in with `DEMO_PASSWORD`. Its balance is that of its last entry, 0 without entries. */
export interface DemoAccount {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  /** `Private` or `Business`; null when the holder never said. */
  readonly accountType: string | null;
  /** Name of a demo picture. */
  readonly profilePicture: string | null;
  readonly telephone: string | null;
  readonly telephoneVerifiedDaysAgo: number | null;
  readonly isTelephoneRestricted: boolean;
  /** Usually negative: the restriction ends in the future. */
  readonly telephoneRestrictedUntilDaysAgo: number | null;
  readonly vatNumber: string | null;
  readonly propertySellerType: CodeOf<typeof PropertySellerType>;
  readonly isPropertySellerTypeLocked: boolean;
  readonly registeredDaysAgo: number;
  readonly companies: readonly DemoCompany[];
  readonly sharedUsers: readonly DemoSharedUser[];
  /** Oldest first. */
  readonly entries: readonly DemoAccountEntry[];
  readonly orders: readonly DemoOrder[];
}
