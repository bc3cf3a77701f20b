/** What the page uses of `apollo-upload-client`, which declares its types in comments only. */
declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  /** Sends operations, and those with files as GraphQL multipart requests. */
  const UploadHttpLink: new (options: {
    readonly uri: string;
    readonly credentials?: RequestCredentials;
    readonly headers: Readonly<Record<string, string>>;
  }) => ApolloLink;

  export { UploadHttpLink as default };
}
