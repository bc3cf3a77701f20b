/** GraphiQL's editors and tabs, where its properties do not reach them. */

/** @import { EditorOptions, OperationRequest, Theme } from './graphiql-globals.js' */

/** @type {EditorOptions} */
const editorOptions = {
  wordWrap: 'on',
  wrappingIndent: 'same',
  lineNumbersMinChars: 3,
  // A multiplication sign in a message is no attempt to deceive.
  unicodeHighlight: { ambiguousCharacters: false },
};

/**
 * Wraps long lines in every editor, which GraphiQL does in the response alone, and makes its dark theme legible. Called before
 * GraphiQL is drawn.
 */
export const adjustEditors = () => {
  const monaco = window.monaco;
  if (monaco === undefined) return;
  monaco.editor.onDidCreateEditor((editor) => {
    // GraphiQL gives its own options while it creates the editor.
    queueMicrotask(() => editor.updateOptions(editorOptions));
  });
  const { defineTheme } = monaco.editor;
  monaco.editor.defineTheme = (name, theme) =>
    defineTheme(name, theme.base === 'vs-dark' ? withContrast(theme) : theme);
};

/**
 * Lightens comments and line numbers to a contrast of 4.5:1.
 *
 * @param {Theme} theme
 * @returns {Theme}
 */
const withContrast = ({ rules, colors, ...theme }) => ({
  ...theme,
  rules: [...rules, { token: 'comment', foreground: '85b570' }],
  colors: { ...colors, 'editorLineNumber.foreground': '#9aa3b5' },
});

/** @param {string} file end of the name that GraphiQL gives what an editor edits */
const editorOf = (file) =>
  window.monaco?.editor.getEditors().find((editor) => editor.getModel()?.uri.path.endsWith(file));

/**
 * Opens an operation in a new tab.
 *
 * @param {Pick<OperationRequest, 'query' | 'variables'>} operation
 */
export const openInTab = ({ query, variables }) => {
  document.querySelector(/** @type {'button'} */ ('.graphiql-tab-add'))?.click();
  // GraphiQL fills the editors of the new tab first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      editorOf('operation.graphql')?.setValue(query);
      editorOf('variables.json')?.setValue(variables == null ? '' : JSON.stringify(variables, null, 2));
    }),
  );
};

/**
 * Tells the text of the operation and of its variables whenever one changes. Called before GraphiQL is drawn.
 *
 * @param {(operation: string, variables: string) => void} onChange
 */
export const followEditors = (onChange) => {
  const texts = { operation: '', variables: '' };
  window.monaco?.editor.onDidCreateModel((model) => {
    const { path } = model.uri;
    const name = path.endsWith('operation.graphql')
      ? 'operation'
      : path.endsWith('variables.json')
        ? 'variables'
        : null;
    if (name === null) return;
    const tell = () => {
      texts[name] = model.getValue();
      if (texts.operation !== '') onChange(texts.operation, texts.variables);
    };
    model.onDidChangeContent(tell);
    tell();
  });
};

/** Runs the operation of the tab that is open. */
export const runAgain = () => document.querySelector(/** @type {'button'} */ ('.graphiql-execute-button'))?.click();

/** Scrolls the tab that is open into view, now and whenever another is opened. */
export const followTabs = () => {
  const showOpenTab = () => {
    document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  /** @param {Element} tabs */
  const follow = (tabs) => {
    new MutationObserver(showOpenTab).observe(tabs, { childList: true, subtree: true, attributeFilter: ['class'] });
    new ResizeObserver(showOpenTab).observe(tabs);
  };
  const appeared = new MutationObserver(() => {
    const tabs = document.querySelector('.graphiql-tabs');
    if (tabs === null) return;
    appeared.disconnect();
    follow(tabs);
  });
  appeared.observe(document.body, { childList: true, subtree: true });
};
