/** GraphiQL's editors and tabs, where its properties do not reach them. */

/** @type {import('./graphiql-globals.js').EditorOptions} */
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
