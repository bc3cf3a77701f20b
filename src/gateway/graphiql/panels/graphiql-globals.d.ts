/** Globals that the scripts of GraphiQL and its editor share with the page. */

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

/** Options of an editor. */
export interface EditorOptions {
  readonly wordWrap: 'on';
  readonly wrappingIndent: 'same';
  readonly lineNumbersMinChars: number;
  readonly unicodeHighlight: { readonly ambiguousCharacters: boolean };
}

/** An editor. */
export interface Editor {
  updateOptions(options: EditorOptions): void;
  setValue(text: string): void;
  getModel(): { readonly uri: { readonly path: string } } | null;
}

/** What an editor edits. */
export interface EditorModel {
  readonly uri: { readonly path: string };
  getValue(): string;
  onDidChangeContent(onChange: () => void): void;
}

/** Colours of an editor. */
export interface Theme {
  readonly base: string;
  readonly rules: readonly { readonly token: string; readonly foreground: string }[];
  readonly colors: Readonly<Record<string, string>>;
}

/** The part of Monaco, GraphiQL's editor, that the panels use. */
export interface Monaco {
  readonly editor: {
    defineTheme: (name: string, theme: Theme) => void;
    onDidCreateEditor(onCreate: (editor: Editor) => void): void;
    onDidCreateModel(onCreate: (model: EditorModel) => void): void;
    getEditors(): readonly Editor[];
  };
}

/** Options of GraphiQL. */
export interface GraphiqlProps {
  readonly title: string;
  /** Markup of the mark beside the tabs. */
  readonly logo: string;
  readonly fetcher: Fetcher;
  readonly defaultTabs: readonly { readonly query: string; readonly variables: string | null }[];
  readonly shouldPersistHeaders: boolean;
  /** JSON text for the variables of the operation in the address; null for none. */
  readonly variables: string | null;
  /** Whether the editors of variables and headers are open at first. */
  readonly defaultEditorToolsVisibility: boolean;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>;
}

declare global {
  const YogaGraphiQL: { renderYogaGraphiQL(root: Element, props: GraphiqlProps): void };

  interface Window {
    /** There when `MonacoEnvironment.globalAPI` was set before the script of GraphiQL ran. */
    readonly monaco?: Monaco;
    MonacoEnvironment?: { globalAPI: boolean; getWorkerUrl(module: string, label: string): string };
  }
}
