// Apollo Kotlin 4: https://www.apollographql.com/docs/kotlin
plugins {
    kotlin("jvm") version "2.1.0"
    id("com.apollographql.apollo") version "4.1.0"
}

repositories {
    mavenCentral()
}

dependencies {
    implementation("com.apollographql.apollo:apollo-runtime:4.1.0")
    implementation("com.apollographql.adapters:apollo-adapters-core:0.0.4")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.9.0")
    implementation("org.jetbrains.kotlinx:kotlinx-datetime:0.6.1")
}

apollo {
    service("listings") {
        packageName.set("com.example.listings")

        // curl http://localhost:4000/schema.graphql -o src/main/graphql/schema.graphqls
        schemaFile.set(file("src/main/graphql/schema.graphqls"))

        // ID needs no line: it is a String. A number of a link or notification is a good ID too.
        mapScalar("DateTime", "kotlinx.datetime.Instant", "com.apollographql.adapter.core.KotlinxInstantAdapter")
        mapScalar("JSON", "kotlin.Any", "com.apollographql.apollo.api.AnyAdapter")
        mapScalarToUpload("Upload")

        // The manifest for TRUSTED_DOCUMENTS_FILE, in Apollo's format.
        operationManifestFormat.set("persistedQueryManifest")
    }
}
