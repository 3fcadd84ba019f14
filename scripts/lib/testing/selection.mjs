/** The tests that a change reaches, for `npm run test:changed`. */
import { posix } from 'node:path'
import { importGraph, reachedFrom } from '../lint/import-graph.mjs'

/** Configurations, and scripts whose imports say what prepares and runs every test. */
const ROOTS = [
  'vite.config.ts',
  'vite.sandbox.config.ts',
  'vite.embed.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'scripts/test.mjs',
]
const CONFIGURATION =
  /^(package(-lock)?\.json|svelte\.config\.js|vite[\w.]*\.config\.ts|playwright\.config\.ts)$/
const TYPES_CONFIGURATION = /(^|\/)tsconfig[\w.]*\.json$/

/** Folders of what libraries are made from, each with folders whose tests run what is made. */
export const LIBRARIES = {
  'scripts/shell-library/': ['src/sandbox/embedded/shell/', 'src/agent/permission/shell/'],
  'scripts/node-library/': ['src/sandbox/embedded/node/'],
  'scripts/npm-client/': ['src/sandbox/embedded/npm/'],
  'scripts/templates/': ['src/sandbox/embedded/npm/'],
  'templates/': ['src/sandbox/embedded/npm/'],
  'scripts/local-model/': ['src/agent/model/local/'],
  'scripts/opaque-frame/': ['src/sandbox/frame/'],
}

/** Folders that hold bundles of our own sources, each with the bundled entries. */
export const BUNDLES = {
  'src/sandbox/embedded/node/generated/': [
    'src/sandbox/embedded/node/node.worker.ts',
    'src/sandbox/embedded/node/node.program.ts',
  ],
  'src/sandbox/frame/generated/': [
    'src/sandbox/frame/opaque-host.ts',
    'src/sandbox/frame/opaque-preview.ts',
    'src/sandbox/embedded/kernel.opaque.ts',
    'src/sandbox/embedded/shell/shell.worker.ts',
    'src/sandbox/frame/page-client/page-client.ts',
    'src/sandbox/frame/page-inspector/page-inspector.ts',
  ],
}

/** Folders that tests read whole, by listing their files. */
export const READ_WHOLE = {
  'src/': ['src/architecture.test.ts', 'scripts/lib/testing/soaks.test.ts'],
  'e2e/': ['scripts/lib/testing/soaks.test.ts'],
  'scripts/': ['scripts/lib/testing/soaks.test.ts'],
  'src/app/': [
    'src/app/component-size.test.ts',
    'src/app/language/read-when-shown.test.ts',
    'src/app/language/words-in-markup.test.ts',
  ],
  'src/app/language/': ['src/app/language/catalogues.test.ts', 'src/app/german.browser.test.ts'],
  'src/agent/': ['src/app/chat/problem/notices.test.ts'],
  'src/agent/permission/': ['src/app/chat/problem/reason.test.ts'],
  'public/demos/': ['src/agent/session/transcript/without-texts.test.ts'],
}

const TEST = /\.(test|spec)\.ts$/
/** Long tests run when they have changed themselves; being reached is not enough. */
const LONG = /\.long\.test\.ts$|^e2e\/long\//
const CODE = /\.(ts|mjs|cjs|js|svelte)$/
/** Sources of the built program, tests and their support included: `SUPPORT` leaves those out. */
const PROGRAM =
  /^((src|public|templates)\/|(index|erase)\.html$|scripts\/(shell-library|node-library|npm-client|templates|local-model|opaque-frame)\/)/
const SUPPORT = /\.test\.ts$|-suite\.ts$|(^|\/)testing\/|test-support|\.md$/

/**
 * `everything`: changed files that concern every test; the whole gate is to run then. `reached`: tests to run, with their
 * number among all that are not long. `isProgramChanged` tells whether end-to-end tests can see the change at all.
 * @param {{ files: readonly string[], changed: readonly string[], read: (file: string) => string }} tree
 * @returns {{ everything: string[], reached: string[], count: number, isProgramChanged: boolean }}
 */
export function selectTests({ files, changed, read }) {
  const existing = new Set(files)
  const direct = importGraph(files, read)
  const edges = [...direct, ...bundleEdges(direct)]
  const roots = ROOTS.filter((file) => existing.has(file))
  const scripts = importedBy(edges, roots)
  const everything = changed.filter(
    (file) => CONFIGURATION.test(file) || TYPES_CONFIGURATION.test(file) || scripts.has(file),
  )
  const tests = files.filter((file) => TEST.test(file))
  const wasChanged = new Set(changed)
  const all = reachedFrom(edges, changed, existing)
  // The built program is between a source and an end-to-end test; smoke tests stand for all of them.
  const ofSpecs = reachedFrom(
    edges.filter(({ from }) => from.startsWith('e2e/')),
    changed,
    existing,
  )
  const further = new Set(changed.flatMap((file) => [...listed(file, tests), ...beside(file, tests, edges)]))
  const isReached = (file) =>
    file.endsWith('.spec.ts') ? ofSpecs.has(file) : all.has(file) || further.has(file)
  return {
    everything,
    reached: tests.filter((file) => isReached(file) && (!LONG.test(file) || wasChanged.has(file))),
    count: tests.filter((file) => !LONG.test(file)).length,
    isProgramChanged: changed.some((file) => PROGRAM.test(file) && !SUPPORT.test(file)),
  }
}

/** A file that imports a bundle imports its entries. */
function bundleEdges(edges) {
  return Object.entries(BUNDLES).flatMap(([folder, entries]) =>
    edges.filter(({ to }) => to.startsWith(folder)).flatMap((edge) => entries.map((to) => ({ ...edge, to }))),
  )
}

/** Scripts and configurations among `roots` and what they import. */
function importedBy(edges, roots) {
  const found = new Set(roots)
  for (const file of found)
    for (const { from, to, typeOnly } of edges)
      if (from === file && !typeOnly && to.startsWith('scripts/')) found.add(to)
  return found
}

/** By the tables: tests of what is made of the file, and tests that list its folder. */
function listed(file, tests) {
  const folders = Object.entries(LIBRARIES).flatMap(([from, of]) => (file.startsWith(from) ? of : []))
  const readers = Object.entries(READ_WHOLE).flatMap(([from, of]) => (file.startsWith(from) ? of : []))
  return [...tests.filter((test) => folders.some((folder) => test.startsWith(folder))), ...readers]
}

/** Data that nothing imports is read by tests in its folder, or in the nearest one above that has any. */
function beside(file, tests, edges) {
  if (!/^(src|e2e|scripts)\//.test(file) || CODE.test(file) || edges.some(({ to }) => to === file)) return []
  for (let folder = posix.dirname(file); folder.includes('/'); folder = posix.dirname(folder)) {
    const found = tests.filter((test) => posix.dirname(test) === folder)
    if (found.length > 0) return found
  }
  return []
}
