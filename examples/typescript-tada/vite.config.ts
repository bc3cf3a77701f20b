import { defineConfig } from 'vite';

// A cache of its own: two servers that share one throw away what the other has just made.
export default defineConfig({ cacheDir: '../../node_modules/.vite/typescript-tada' });
