/** How VitePress builds the site from `pages/`, which `npm run docs` writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress';
import { markUrl } from '../../src/gateway/pages/html-page.ts';

const pages = join(import.meta.dirname, '../pages');

const readSidebar = (): DefaultTheme.SidebarItem[] => JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8'));

/** The anchor of a heading as GitHub makes it: documents link to those. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Draws a block of Mermaid as a diagram, and every other as code. */
const drawDiagrams: MarkdownOptions['config'] = ({ renderer, utils }) => {
  const { fence } = renderer.rules;
  renderer.rules['fence'] = (tokens, at, ...rest) => {
    const token = tokens[at];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, at, ...rest) ?? '';
    return `<MermaidDiagram source="${utils.escapeHtml(token.content)}" />`;
  };
};

export default defineConfig({
  title: 'listings-gateway',
  description: 'A GraphQL gateway in front of a classifieds REST API',
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cacheDir: '.vitepress/cache',
  // Documents name addresses of a running gateway; every other link has to lead somewhere.
  ignoreDeadLinks: 'localhostLinks',
  // Fonts and everything else come from the site itself.
  head: [['link', { rel: 'icon', href: markUrl }]],
  markdown: { anchor: { slugify }, languageAlias: { dotenv: 'ini', promql: 'text' }, config: drawDiagrams },
  themeConfig: {
    logo: markUrl,
    nav: [
      { text: 'Documents', link: '/', activeMatch: '^/(?!schema/)' },
      { text: 'Schema', link: '/schema/', activeMatch: '^/schema/' },
    ],
    sidebar: readSidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
});
