/** Making elements: the one place that does. */

/**
 * Makes an element. Text is always text: nothing that is put into it can become markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | boolean>>} attributes `true` for one without a value, `false` for none
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
};

/**
 * Makes a button.
 *
 * @param {string} className
 * @param {string} label
 * @param {() => void} onPress
 */
export const button = (className, label, onPress) => {
  const made = element('button', { type: 'button', class: className }, label);
  made.addEventListener('click', onPress);
  return made;
};

const SHOWN_MS = 2000;

/** @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page that was not opened from this machine or by https has no clipboard of that kind.
    const field = element('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    field.value = text;
    document.querySelector('.dock')?.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
};

/**
 * Makes a button that copies a text and says so.
 *
 * @param {string} label
 * @param {() => string} text
 */
export const copyButton = (label, text) => {
  const said = element('span', { 'aria-live': 'polite' }, label);
  const made = button('quiet', '', () => {
    void copy(text()).then(() => {
      said.textContent = 'Copied';
      made.focus();
      setTimeout(() => (said.textContent = label), SHOWN_MS);
    });
  });
  made.append(said);
  return made;
};
