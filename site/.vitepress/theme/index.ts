/** The default theme, without the font that it brings. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
