import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { STAND_IN_PROGRAM, webContainerStandIn } from './scripts/lib/serve/webcontainer-stand-in.mjs'
import { BROWSER_ARGS, findTestBrowser } from './scripts/lib/browser/find-browser.mjs'
import { builtWorkers } from './scripts/lib/testing/built-workers.mjs'
import { keptResponses } from './scripts/lib/testing/kept-responses.mjs'
import { LongestFirst } from './scripts/lib/testing/longest-first.mjs'
import { patience, slowness } from './scripts/lib/testing/patience.mjs'
import { absentSuites } from './scripts/lib/testing/suites.mjs'

/** Tests named `*.browser.test.ts` need what only a browser has: workers, IndexedDB, shared memory. */
const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'src/**/*.browser.long.test.ts']

/** Workers of the programs that browser tests run. Those of Node are built by its library. */
const PROGRAM_WORKERS = [
  'src/sandbox/embedded/shell/shell.worker.ts',
  'src/sandbox/embedded/python/python.worker.ts',
  'src/sandbox/embedded/process/testing/program.worker.ts',
  'src/agent/session/store/value-store/testing/values.worker.ts',
  'src/agent/session/contents/testing/tab.worker.ts',
]

/** Tests named `*.long.test.ts` run with `npm run test:all` and by hand, not in the gate. */
const LEFT_OUT = process.env.TEST_SCOPE === 'gate' ? ['**/*.long.test.ts'] : []

/** Milliseconds after which a test counts as hung. Not a measure of speed: other work may have both cores. */
const HUNG_MS = patience(60_000)

/** Milliseconds that an expectation about what comes by itself is tried again; what is there is seen at once. */
const APPEARS_WITHIN_MS = patience(20_000)

const LIMITS = {
  testTimeout: HUNG_MS,
  hookTimeout: HUNG_MS,
  expect: { poll: { timeout: APPEARS_WITHIN_MS } },
}

/** Read by `src/testing/slice.ts`, `patience.ts` and `suite.ts`. */
const SCOPE = {
  TEST_SCOPE: process.env.TEST_SCOPE ?? '',
  TEST_SEED: process.env.TEST_SEED ?? '0',
  TEST_SLOWNESS: String(slowness()),
  TEST_SUITES_ABSENT: absentSuites().join(','),
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // For state in `.svelte.ts`.
        plugins: [svelte()],
        test: {
          name: 'node',
          ...LIMITS,
          env: SCOPE,
          // Two, as the stage has the machine to itself. Files share the modules that a fork has loaded: loading them anew took as
          // long as a quarter of the tests. A test that changes a global puts it back.
          maxWorkers: 2,
          isolate: false,
          environment: 'node',
          setupFiles: ['scripts/lib/node/node20.mjs'],
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/**/*.unit.test.ts',
            'e2e/**/*.unit.long.test.ts',
          ],
          exclude: [...BROWSER_TESTS, ...LEFT_OUT],
        },
      },
      {
        plugins: [svelte(), webContainerStandIn(), builtWorkers(PROGRAM_WORKERS), keptResponses()],
        server: {
          // Suites of others, as data, beside the project.
          fs: { allow: ['.', '../shared'] },
          headers: {
            'Cross-Origin-Opener-Policy': 'same-origin',
            'Cross-Origin-Embedder-Policy': 'require-corp',
            'Cross-Origin-Resource-Policy': 'cross-origin',
          },
        },
        worker: { format: 'es' },
        define: { __APP_VERSION__: JSON.stringify('test') },
        // Packages met only after a test has begun would be bundled anew then, and there would be two Sveltes.
        optimizeDeps: {
          include: ['comlink-4.3'],
          entries: ['src/app/boot/main.ts', 'src/agent/agent.worker.ts', STAND_IN_PROGRAM, ...BROWSER_TESTS],
        },
        test: {
          name: 'browser',
          env: SCOPE,
          ...LIMITS,
          // A page with its kernel and their workers fills two cores.
          maxWorkers: 2,
          include: BROWSER_TESTS,
          exclude: LEFT_OUT,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findTestBrowser(), args: BROWSER_ARGS },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
