/** The element `<vivarium-replay>`: one module that any page may load, beside the app (docs/embedding.md). */
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/app/embed',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { 'vivarium-replay': 'src/embed/vivarium-replay.ts' },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
})
