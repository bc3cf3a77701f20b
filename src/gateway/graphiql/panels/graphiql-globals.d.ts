/** What the scripts of GraphiQL and its editor take from and give to the page. */

/** An operation as GraphiQL sends it. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: unknown;
}

/** Takes what comes of an operation. */
export interface Observer {
  readonly next: (result: unknown) => void;
  readonly error: (reason: unknown) => void;
  readonly complete: () => void;
}

/** GraphiQL's seam for sending operations: what it calls for each, the schema's introspection included. */
export type Fetcher = (
  request: OperationRequest,
  options?: { readonly headers?: Readonly<Record<string, string>> | null },
) => { subscribe(observer: Observer): { unsubscribe(): void } };

/** What GraphiQL starts with. */
export interface GraphiqlProps {
  readonly title: string;
  readonly fetcher: Fetcher;
  readonly defaultTabs: readonly { readonly query: string; readonly variables: string | null }[];
  readonly shouldPersistHeaders: boolean;
}

declare global {
  const YogaGraphiQL: { renderYogaGraphiQL(root: Element, props: GraphiqlProps): void };

  interface Window {
    MonacoEnvironment?: { globalAPI: boolean; getWorkerUrl(module: string, label: string): string };
  }
}
