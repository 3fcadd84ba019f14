/** The app origin: page and agent worker. The sandbox origin is built by vite.sandbox.config.ts. */
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { earlyScript } from './scripts/lib/build/early-script.mjs'
import { opaqueHeaders } from './scripts/lib/build/headers.mjs'
import { nodeOnlyImports } from './scripts/lib/build/node-only-imports.mjs'
import { BUILD_CHECKS } from './scripts/lib/build/build-checks.mjs'
import { programChunks, programsWithRuntime } from './scripts/lib/build/program-chunks.mjs'
import { startChunks } from './scripts/lib/build/start-chunks.mjs'

export default defineConfig({
  plugins: [svelte(), earlyScript()],
  define: {
    __APP_VERSION__: JSON.stringify(packageJson.version),
    __OPAQUE_HEADERS__: JSON.stringify(opaqueHeaders()),
  },
  worker: {
    format: 'es',
    plugins: () => [nodeOnlyImports(), programsWithRuntime()],
    rolldownOptions: { checks: BUILD_CHECKS, output: { codeSplitting: programChunks() } },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // The policy forbids inline scripts and data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      checks: BUILD_CHECKS,
      input: {
        index: 'index.html',
        early: 'src/app/boot/early.ts',
        erase: 'erase.html',
        'service-worker': 'src/app/boot/service-worker.ts',
      },
      output: {
        // A service worker's scope is its folder and its name must stay, so that it can be updated.
        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: startChunks({
          early: 'src/app/boot/early.ts',
          main: 'src/app/boot/main.ts',
          others: ['src/app/erase/erase.ts', 'src/app/boot/service-worker.ts'],
        }),
      },
    },
  },
})
