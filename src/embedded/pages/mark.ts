/** The mark of the marketplace, as on its invoices. */

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" rx="7" fill="#14653a"/>\
<path d="M9 24V11l8 8 8-8v13" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/></svg>`;

/** The mark as a `data:` URL. */
export const markUrl = `data:image/svg+xml,${encodeURIComponent(svg)}`;
