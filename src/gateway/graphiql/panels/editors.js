/** GraphiQL's editors and tabs, where its properties do not reach them. */

/** @import { EditorOptions, OperationRequest } from './graphiql-globals.js' */

/** @type {EditorOptions} */
const editorOptions = {
  wordWrap: 'on',
  wrappingIndent: 'same',
  lineNumbersMinChars: 3,
  // A multiplication sign in a message is no attempt to deceive.
  unicodeHighlight: { ambiguousCharacters: false },
};

/** Wraps long lines in every editor, which GraphiQL does in the response alone. Called before GraphiQL is drawn. */
export const adjustEditors = () => {
  window.monaco?.editor.onDidCreateEditor((editor) => {
    // GraphiQL gives its own options while it creates the editor.
    queueMicrotask(() => editor.updateOptions(editorOptions));
  });
};

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
