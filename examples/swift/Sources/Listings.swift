// Apollo iOS 1: https://www.apollographql.com/docs/ios
import Apollo
import ApolloAPI
import Foundation
import ListingsAPI

public struct Session: Sendable {
  public let accessToken: String
  public let refreshToken: String?
}

/// Holds the session, and renews it once however many requests find it expired. Keep the refresh token in the Keychain.
public actor SessionStore {
  public private(set) var session: Session?
  private var renewal: Task<Session?, Error>?

  public init() {}

  public func set(_ session: Session?) { self.session = session }

  /// Tells whether there is another access token in the place of the one that was refused.
  func renew(refused: String, refresh: @escaping @Sendable (String) async throws -> Session?) async throws -> Bool {
    guard let current = session else { return false }
    guard current.accessToken == refused else { return true }
    let task = renewal ?? Task { if let token = current.refreshToken { try await refresh(token) } else { nil } }
    renewal = task
    defer { renewal = nil }
    session = try await task.value
    return session != nil
  }
}

/// Adds the token, and the header without which the gateway takes no file.
final class TokenInterceptor: ApolloInterceptor {
  let id = UUID().uuidString
  private let store: SessionStore

  init(store: SessionStore) { self.store = store }

  func interceptAsync<Operation: GraphQLOperation>(
    chain: RequestChain,
    request: HTTPRequest<Operation>,
    response: HTTPResponse<Operation>?,
    completion: @escaping (Result<GraphQLResult<Operation.Data>, Error>) -> Void
  ) {
    Task {
      request.addHeader(name: "GraphQL-Require-Preflight", value: "1")
      if let token = await store.session?.accessToken {
        request.addHeader(name: "Authorization", value: "Bearer \(token)")
      }
      chain.proceedAsync(request: request, response: response, interceptor: self, completion: completion)
    }
  }
}

/// The key of a write. An offline queue stores it beside the variables, and sends the same one each time.
public struct IdempotencyKey: RequestContext, Sendable {
  public let text: String

  public init(_ text: String = UUID().uuidString) { self.text = text }
}

/// Gives each mutation its key, or a new one.
final class IdempotencyInterceptor: ApolloInterceptor {
  let id = UUID().uuidString

  func interceptAsync<Operation: GraphQLOperation>(
    chain: RequestChain,
    request: HTTPRequest<Operation>,
    response: HTTPResponse<Operation>?,
    completion: @escaping (Result<GraphQLResult<Operation.Data>, Error>) -> Void
  ) {
    if Operation.operationType == .mutation {
      let key = request.context as? IdempotencyKey ?? IdempotencyKey()
      request.addHeader(name: "Idempotency-Key", value: key.text)
    }
    chain.proceedAsync(request: request, response: response, interceptor: self, completion: completion)
  }
}

final class Interceptors: DefaultInterceptorProvider {
  private let session: SessionStore

  init(session: SessionStore, client: URLSessionClient, store: ApolloStore) {
    self.session = session
    super.init(client: client, store: store)
  }

  override func interceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any ApolloInterceptor] {
    // The default ones answer 401 with an error; its body says more, and is read like any other.
    [IdempotencyInterceptor(), TokenInterceptor(store: session)]
      + super.interceptors(for: operation).filter { !($0 is ResponseCodeInterceptor) }
  }
}

public struct OperationFailed: Error { public let messages: [String] }

public struct Listings: Sendable {
  private let session = SessionStore()
  private let client: ApolloClient
  /// Signing in and refreshing need no token.
  private let anonymous: ApolloClient

  public init(endpoint: URL) {
    let store = ApolloStore()
    let provider = Interceptors(session: session, client: URLSessionClient(), store: store)
    client = ApolloClient(
      networkTransport: RequestChainNetworkTransport(interceptorProvider: provider, endpointURL: endpoint), store: store)
    anonymous = ApolloClient(url: endpoint)
  }

  /// Gives what is wrong, for the person; nil when the session is started.
  public func signIn(username: String, password: String) async throws -> String? {
    let mutation = SignInMutation(input: SignInInput(password: password, username: username))
    let result = try await data(of: send { anonymous.perform(mutation: mutation, resultHandler: $0) }).signIn
    await session.set(result?.session.map { Session($0.fragments.tokens) })
    return result?.userErrors.first?.message
  }

  public func listing(id: String) async throws -> ListingPageQuery.Data.Listing? {
    try await run(isMutation: false) {
      client.fetch(query: ListingPageQuery(id: id), cachePolicy: .fetchIgnoringCacheData, resultHandler: $0)
    }.listing
  }

  public func addPhoto(_ jpeg: Data, to listingId: String, key: IdempotencyKey = .init()) async throws -> String? {
    let file = GraphQLFile(fieldName: "file", originalName: "photo.jpg", mimeType: "image/jpeg", data: jpeg)
    let mutation = UploadPhotoMutation(id: listingId, file: "photo.jpg")
    return try await run(isMutation: true) {
      client.upload(operation: mutation, files: [file], context: key, resultHandler: $0)
    }.uploadListingPhoto?.photo?.url
  }

  private typealias Handler<D: RootSelectionSet> = (Result<GraphQLResult<D>, Error>) -> Void

  private func send<D: RootSelectionSet>(_ start: (@escaping Handler<D>) -> Any) async throws -> GraphQLResult<D> {
    try await withCheckedThrowingContinuation { waiting in _ = start { waiting.resume(with: $0) } }
  }

  /// Sends an operation, and once more on a new session when it was refused with UNAUTHENTICATED and nothing of it was done.
  private func run<D: RootSelectionSet>(isMutation: Bool, _ start: (@escaping Handler<D>) -> Any) async throws -> D {
    let used = await session.session?.accessToken
    let result = try await sendAgain(start)
    guard let used, isRefused(result, isMutation), try await session.renew(refused: used, refresh: refresh) else {
      return try data(of: result)
    }
    return try data(of: await sendAgain(start))
  }

  /// Sends until there is a response that another attempt would not change. A write has to have its key as context: then it is made once.
  private func sendAgain<D: RootSelectionSet>(
    retries: Int = 3, _ start: (@escaping Handler<D>) -> Any
  ) async throws -> GraphQLResult<D> {
    for attempt in 0..<retries {
      if let result = try? await send(start), !mayPass(result) { return result }
      try await Task.sleep(nanoseconds: .random(in: 0...(1_000_000_000 << UInt64(attempt))))
    }
    return try await send(start)
  }

  private func mayPass<D>(_ result: GraphQLResult<D>) -> Bool {
    (result.errors ?? []).contains { $0.extensions?["retryable"] as? Bool == true }
  }

  /// A mutation may be repeated only if its own field was refused: deeper, the change was made and could not be read back.
  private func isRefused<D>(_ result: GraphQLResult<D>, _ isMutation: Bool) -> Bool {
    (result.errors ?? []).contains {
      $0.extensions?["code"] as? String == "UNAUTHENTICATED" && (!isMutation || $0.path?.count == 1)
    }
  }

  private func data<D>(of result: GraphQLResult<D>) throws -> D {
    guard let data = result.data else { throw OperationFailed(messages: (result.errors ?? []).compactMap(\.message)) }
    return data
  }

  @Sendable private func refresh(_ refreshToken: String) async throws -> Session? {
    let mutation = RefreshSessionMutation(input: RefreshSessionInput(refreshToken: refreshToken))
    let result = try await send { anonymous.perform(mutation: mutation, resultHandler: $0) }
    return try data(of: result).refreshSession?.session.map { Session($0.fragments.tokens) }
  }
}

extension Session {
  init(_ tokens: Tokens) { self.init(accessToken: tokens.accessToken, refreshToken: tokens.refreshToken) }
}
