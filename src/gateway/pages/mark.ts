/** The mark of the gateway: the marketplace's M, drawn as a graph. */

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">\
<rect width="34" height="34" rx="8" fill="#14653a"/>\
<g fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"><path d="M9 25V11l8 9 8-9v14"/></g>\
<g fill="#fff"><circle cx="9" cy="25" r="2.6"/><circle cx="9" cy="11" r="2.6"/><circle cx="17" cy="20" r="2.6"/>\
<circle cx="25" cy="11" r="2.6"/><circle cx="25" cy="25" r="2.6"/></g></svg>`;

/** The mark as a `data:` URL: for a favicon, and for an image. */
export const markUrl = `data:image/svg+xml,${encodeURIComponent(svg)}`;
