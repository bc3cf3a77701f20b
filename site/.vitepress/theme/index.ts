/** The default theme, without the font that it brings, and with diagrams. */
import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { MermaidDiagram } from './mermaid-diagram.ts';
import './style.css';

export default {
  extends: theme,
  enhanceApp: ({ app }) => {
    app.component('MermaidDiagram', MermaidDiagram);
  },
} satisfies Theme;
