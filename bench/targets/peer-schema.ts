/** The part of the schema that the workloads select, for peers that take text. */
export const peerSchema = `
type Query {
  lookups: Lookups!
  sections: [Section!]
  listing(id: ID!): Listing
  viewer: User
}
type Lookups {
  fuels: [LookupValue!]
  doors: [LookupValue!]
  transmissions: [LookupValue!]
  vehicleModels: [VehicleModel!]
}
type LookupValue { key: ID! label: String! }
type VehicleModel { id: ID! key: ID! label: String! }
type Section { id: ID! key: ID! label: String! type: String }
type Money { formatted: String! }
enum ListingCondition { ANY NEW NOT_APPLICABLE USED }
enum ListingKind { GENERAL PROPERTY VEHICLE }
type Seller { name: String kind: String telephone: String }
type VehicleDetails {
  registrationYear: Int
  mileage: Int
  engineSize: Int
  fuel: LookupValue
  transmission: LookupValue
  doors: LookupValue
}
type Photo { index: Int! url: String }
type Listing {
  id: ID!
  databaseId: ID!
  title: String
  description: String
  price: Money
  priceSuffix: String
  condition: ListingCondition
  kind: ListingKind
  isWanted: Boolean
  listedAt: String
  viewCount: Int
  url: String
  thumbnailUrl: String
  photos: [Photo!]
  seller: Seller
  vehicle: VehicleDetails
}
type ListingConnection { totalCount: Int nodes: [Listing!]! }
type User {
  id: ID!
  username: String
  name: String
  email: String
  telephone: String
  profileImageUrl: String
  accountType: String
  balance: Money
  watchedListings(first: Int! = 20): ListingConnection
}
`;
