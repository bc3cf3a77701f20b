package com.example.listings

import com.apollographql.apollo.ApolloClient
import com.apollographql.apollo.api.ApolloRequest
import com.apollographql.apollo.api.ApolloResponse
import com.apollographql.apollo.api.DefaultUpload
import com.apollographql.apollo.api.Mutation
import com.apollographql.apollo.api.Operation
import com.apollographql.apollo.api.content
import com.apollographql.apollo.api.http.HttpRequest
import com.apollographql.apollo.api.http.HttpResponse
import com.apollographql.apollo.exception.ApolloNetworkException
import com.apollographql.apollo.interceptor.ApolloInterceptor
import com.apollographql.apollo.interceptor.ApolloInterceptorChain
import com.apollographql.apollo.network.http.HttpInterceptor
import com.apollographql.apollo.network.http.HttpInterceptorChain
import com.example.listings.type.RefreshSessionInput
import com.example.listings.type.SignInInput
import com.example.listings.type.UploadListingPhotoInput
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import java.io.File
import java.util.UUID
import kotlin.random.Random

data class Session(val accessToken: String, val refreshToken: String?)

/** Holds the session, and renews it once however many requests find it expired. Keep the refresh token in the Android Keystore. */
class SessionStore(private val refresh: suspend (refreshToken: String) -> Session?) {
    private val mutex = Mutex()

    @Volatile
    var session: Session? = null

    /** Gives another access token in the place of one that was refused; null when there is none. */
    suspend fun renew(refused: String): String? = mutex.withLock {
        val current = session ?: return null
        if (current.accessToken != refused) return current.accessToken
        session = current.refreshToken?.let { refresh(it) }
        session?.accessToken
    }
}

/** Sends the token, and the header without which the gateway takes no file. */
class TokenInterceptor(private val store: SessionStore) : HttpInterceptor {
    override suspend fun intercept(request: HttpRequest, chain: HttpInterceptorChain): HttpResponse {
        val builder = request.newBuilder().addHeader("GraphQL-Require-Preflight", "1")
        store.session?.let { builder.addHeader("Authorization", "Bearer ${it.accessToken}") }
        return chain.proceed(builder.build())
    }
}

/** Renews the session and repeats the operation once, when it was refused with UNAUTHENTICATED and nothing of it was done. */
class RenewalInterceptor(private val store: SessionStore) : ApolloInterceptor {
    override fun <D : Operation.Data> intercept(
        request: ApolloRequest<D>,
        chain: ApolloInterceptorChain,
    ): Flow<ApolloResponse<D>> = flow {
        val sent = store.session?.accessToken
        val responses = chain.proceed(request).toList()
        val refused = sent != null && responses.any { it.isRefused(request.operation is Mutation<*>) }
        if (refused && store.renew(sent!!) != null) {
            chain.proceed(request).collect { emit(it) }
        } else {
            responses.forEach { emit(it) }
        }
    }

    /** A mutation may be repeated only if its own field was refused: deeper, the change was made and could not be read back. */
    private fun ApolloResponse<*>.isRefused(isMutation: Boolean): Boolean = errors.orEmpty().any { error ->
        error.extensions?.get("code") == "UNAUTHENTICATED" && (!isMutation || error.path?.size == 1)
    }
}

private const val IDEMPOTENCY_KEY = "Idempotency-Key"

/** Gives each mutation a key, unless it brings one, and sends it again where that may help: with its key it is made once. */
class IdempotencyInterceptor(private val retries: Int = 3) : ApolloInterceptor {
    override fun <D : Operation.Data> intercept(
        request: ApolloRequest<D>,
        chain: ApolloInterceptorChain,
    ): Flow<ApolloResponse<D>> = flow {
        if (request.operation !is Mutation<*>) return@flow emitAll(chain.proceed(request))
        val hasKey = request.httpHeaders.orEmpty().any { it.name == IDEMPOTENCY_KEY }
        val keyed = if (hasKey) request else
            request.newBuilder().addHttpHeader(IDEMPOTENCY_KEY, UUID.randomUUID().toString()).build()
        var responses = chain.proceed(keyed).toList()
        for (attempt in 0 until retries) {
            if (responses.none { it.mayPass() }) break
            delay(Random.nextLong(1000L shl attempt))
            responses = chain.proceed(keyed).toList()
        }
        responses.forEach { emit(it) }
    }

    /** Nothing came back, or the gateway says that the same request may succeed. */
    private fun ApolloResponse<*>.mayPass(): Boolean =
        exception is ApolloNetworkException || errors.orEmpty().any { it.extensions?.get("retryable") == true }
}

class Listings(endpoint: String) {
    // Signing in and refreshing need no token, and must not wait for one.
    private val anonymous = ApolloClient.Builder().serverUrl(endpoint).build()

    private val store = SessionStore { refreshToken ->
        val response = anonymous.mutation(RefreshSessionMutation(RefreshSessionInput(refreshToken = refreshToken))).execute()
        response.data?.refreshSession?.session?.tokens?.let { Session(it.accessToken, it.refreshToken) }
    }

    private val client = ApolloClient.Builder()
        .serverUrl(endpoint)
        .addHttpInterceptor(TokenInterceptor(store))
        .addInterceptor(IdempotencyInterceptor())
        .addInterceptor(RenewalInterceptor(store))
        .build()

    /** Gives what is wrong, for the person; null when the session is started. */
    suspend fun signIn(username: String, password: String): String? {
        val input = SignInInput(username = username, password = password)
        val result = anonymous.mutation(SignInMutation(input)).execute().dataOrThrow().signIn
        store.session = result?.session?.tokens?.let { Session(it.accessToken, it.refreshToken) }
        return result?.userErrors?.firstOrNull()?.message
    }

    suspend fun listing(id: String): ListingPageQuery.Listing? =
        client.query(ListingPageQuery(id)).execute().dataOrThrow().listing

    /** Adds a photo. An offline queue stores the key beside the photo, and sends the same one each time. */
    suspend fun addPhoto(listingId: String, file: File, key: String = UUID.randomUUID().toString()): String? {
        val upload = DefaultUpload.Builder().content(file).contentType("image/jpeg").fileName(file.name).build()
        val input = UploadListingPhotoInput(id = listingId, file = upload)
        val call = client.mutation(UploadPhotoMutation(input)).addHttpHeader(IDEMPOTENCY_KEY, key)
        return call.execute().dataOrThrow().uploadListingPhoto?.photo?.url
    }
}
