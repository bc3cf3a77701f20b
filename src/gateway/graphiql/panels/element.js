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
