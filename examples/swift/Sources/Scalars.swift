// What the files in Sources/ListingsAPI/Schema/CustomScalars become. Apollo iOS 1 writes them once, each as a String, and then leaves
// them alone. ID needs none: it is a String. Upload stays a String: the file itself goes into `GraphQLFile`.
import ApolloAPI
import Foundation

public typealias DateTime = Date

private let withoutFraction = ISO8601DateFormatter()

private let withFraction: ISO8601DateFormatter = {
  let formatter = ISO8601DateFormatter()
  formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  return formatter
}()

extension Date: CustomScalarType {
  public init(_jsonValue value: JSONValue) throws {
    guard let text = value as? String,
      let date = [withFraction, withoutFraction].lazy.compactMap({ $0.date(from: text) }).first
    else { throw JSONDecodingError.couldNotConvert(value: value, to: Date.self) }
    self = date
  }

  public var _jsonValue: JSONValue { withFraction.string(from: self) }
}

public struct JSON: CustomScalarType, Hashable {
  public let value: JSONValue

  public init(_jsonValue value: JSONValue) throws { self.value = value }

  public var _jsonValue: JSONValue { value }
}

public typealias Upload = String
