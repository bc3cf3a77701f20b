/** The parts of GraphiQL that the package ships as texts; it has no types for them. */
declare module '@graphql-yoga/render-graphiql/graphiql' {
  export const js: string;
  export const css: string;
  export const editorWorkerService: string;
  export const jsonWorker: string;
  export const graphqlWorker: string;
}
