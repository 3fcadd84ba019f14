/** The sandbox origin: the hidden frame with the kernel worker and its programs, and the preview's service worker. */
import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { sandboxHeaders } from './scripts/lib/build/headers.mjs'
import { nodeOnlyImports } from './scripts/lib/build/node-only-imports.mjs'
import { BUILD_CHECKS } from './scripts/lib/build/build-checks.mjs'
import { programChunks, programsWithRuntime } from './scripts/lib/build/program-chunks.mjs'

export default defineConfig({
  root: 'src/sandbox/frame',
  publicDir: false,
  define: {
    __APP_VERSION__: JSON.stringify(packageJson.version),
    // Which app may frame it is the server's to say; without one, there is only what the browser has kept.
    __SANDBOX_HEADERS__: JSON.stringify(sandboxHeaders({ appOrigin: '*' })),
  },
  worker: {
    format: 'es',
    plugins: () => [nodeOnlyImports(), programsWithRuntime()],
    rolldownOptions: { checks: BUILD_CHECKS, output: { codeSplitting: programChunks() } },
  },
  build: {
    outDir: '../../../dist/sandbox',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rollupOptions: {
      checks: BUILD_CHECKS,
      input: {
        host: 'src/sandbox/frame/host.html',
        'service-worker': 'src/sandbox/frame/service-worker.ts',
      },
      output: {
        // A service worker's scope is its folder and its name must stay, so that it can be updated.
        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
})
