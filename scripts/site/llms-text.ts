/** `llms.txt` in the form of llmstxt.org, and `llms-full.txt`: the documents as plain text for agents. */

/** A page as plain text. */
export interface TextPage {
  readonly title: string;
  /** Where the site has it, e.g. `/docs/settings.md`. */
  readonly place: string;
  readonly summary: string;
  readonly text: string;
}

/** Pages under a heading. */
export interface TextSection {
  readonly heading: string;
  readonly pages: readonly TextPage[];
}

/** Writes the list of pages. */
export const writeLlmsText = (name: string, summary: string, sections: readonly TextSection[]): string =>
  [
    `# ${name}`,
    `> ${summary}`,
    ...sections.map(({ heading, pages }) =>
      [
        `## ${heading}`,
        '',
        ...pages.map(({ title, place, summary: about }) => `- [${title}](${place}): ${about}`),
      ].join('\n'),
    ),
    '',
  ].join('\n\n');

/** Writes all pages one after the other. */
export const writeLlmsFullText = (sections: readonly TextSection[]): string =>
  sections
    .flatMap(({ pages }) => pages)
    .map(({ place, text }) => `<!-- ${place} -->\n\n${text.trim()}\n`)
    .join('\n');
