import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// A cache of its own: two servers that share one throw away what the other has just made.
export default defineConfig({ plugins: [react()], cacheDir: '../../node_modules/.vite/react-apollo' });
