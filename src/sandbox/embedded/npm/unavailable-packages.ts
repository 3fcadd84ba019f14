/** Packages that rest on a native program and that nothing stands in for: what to use instead. */

export interface UnavailablePackage {
  /** Names that users install. */
  readonly installed: readonly string[]
  /** Modules requested when it is used: itself, or its package with the program; none if others find it. */
  readonly parts: readonly string[]
  readonly advice: string
  /** Its loader swallows what is wrong with the part, and speaks of npm instead. */
  readonly isSwallowed?: boolean
}

const SQL = 'Use the package sql.js, which is SQLite as WebAssembly.'
const WORKSPACES = 'Run the scripts of all workspaces with npm run --workspaces.'
const NODE = 'Use node and npm, which run here.'
const CANVAS = 'There is no canvas outside of the page; draw in the page.'
const BROWSER = 'There is a browser already: serve the page, and look at it in the preview.'

const UNAVAILABLE: readonly UnavailablePackage[] = [
  ...itself(['better-sqlite3', 'sqlite3'], SQL),
  ...itself(['argon2'], 'Use the package hash-wasm, which has Argon2 as WebAssembly.'),
  ...itself(['canvas'], CANVAS),
  ...itself(['node-pty'], 'Start programs with child_process.'),
  ...itself(['serialport'], 'There is no access to devices.'),
  ...itself(['re2'], 'Use the package re2js, which is the same language in JavaScript.'),
  ...itself(['onnxruntime-node'], 'Use the package onnxruntime-web, which is WebAssembly.'),
  ...itself(['@tensorflow/tfjs-node'], 'Use the package @tensorflow/tfjs, which is JavaScript.'),
  {
    installed: ['@biomejs/biome'],
    parts: ['@biomejs/cli-linux-x64', '@biomejs/cli-linux-x64-musl'],
    advice: 'Use eslint and prettier, which run here.',
  },
  {
    installed: ['oxlint'],
    parts: libc('@oxlint/binding-linux-x64'),
    advice: 'Use eslint, which runs here.',
    isSwallowed: true,
  },
  {
    installed: ['oxfmt'],
    parts: libc('@oxfmt/binding-linux-x64'),
    advice: 'Use prettier, which runs here.',
    isSwallowed: true,
  },
  {
    installed: ['dprint'],
    parts: ['@dprint/linux-x64-glibc', '@dprint/linux-x64-musl'],
    advice: 'Use prettier, which runs here.',
  },
  {
    installed: ['parcel'],
    parts: [...libc('@parcel/rust-linux-x64'), '@parcel/source-map'],
    advice: 'Use vite, which runs here.',
  },
  {
    installed: ['turbo'],
    parts: ['@turbo/linux-64', 'turbo-linux-64'],
    advice: WORKSPACES,
    isSwallowed: true,
  },
  { installed: ['nx', 'lerna'], parts: libc('@nx/nx-linux-x64'), advice: WORKSPACES, isSwallowed: true },
  {
    installed: ['lefthook'],
    parts: ['lefthook-linux-x64'],
    advice: 'Write the hooks into .git/hooks, where git finds them here as well.',
  },
  { installed: ['bun'], parts: ['@oven/bun-linux-x64', '@oven/bun-linux-x64-musl'], advice: NODE },
  { installed: ['deno'], parts: ['@deno/linux-x64-glibc'], advice: NODE },
  {
    installed: ['wrangler', 'workerd'],
    parts: ['@cloudflare/workerd-linux-64'],
    advice: 'Call the handler from a program of your own, with node:http.',
  },
  {
    installed: ['@typescript/native-preview'],
    parts: ['@typescript/native-preview-linux-x64'],
    advice: 'Use the package typescript, whose tsc runs here.',
  },
  {
    installed: ['prisma'],
    parts: [],
    advice: `Its "migrate" and "db" start that program. "validate", "format" and "generate" go without it: say PRISMA_SCHEMA_ENGINE_BINARY=/bin/true before them, else they want it downloaded. ${SQL}`,
  },
  { installed: ['libsql', '@libsql/client'], parts: libc('@libsql/linux-x64'), advice: SQL },
  { installed: ['lmdb'], parts: [], advice: SQL },
  {
    installed: ['@duckdb/node-api'],
    parts: ['@duckdb/node-bindings-linux-x64'],
    advice: 'Use the package @duckdb/duckdb-wasm, which is WebAssembly.',
  },
  {
    installed: ['@resvg/resvg-js'],
    parts: libc('@resvg/resvg-js-linux-x64'),
    advice: 'Use the package @resvg/resvg-wasm, which is WebAssembly.',
  },
  { installed: ['@napi-rs/canvas'], parts: libc('@napi-rs/canvas-linux-x64'), advice: CANVAS },
  {
    installed: ['puppeteer', 'playwright', '@playwright/test', 'cypress', 'electron'],
    parts: [],
    advice: BROWSER,
  },
]

/** Packages that are asked for by the name that they are installed by. */
function itself(names: readonly string[], advice: string): UnavailablePackage[] {
  return names.map((name) => ({ installed: [name], parts: [name], advice }))
}

/** Published for each of the two C libraries. */
function libc(name: string): readonly string[] {
  return [`${name}-gnu`, `${name}-musl`]
}

const named = (of: 'installed' | 'parts') =>
  new Map(UNAVAILABLE.flatMap((entry) => entry[of].map((name) => [name, entry])))
const BY_PART = named('parts')
const BY_INSTALLED = named('installed')

/** By what a program asks for. */
export function unavailablePart(name: string): UnavailablePackage | undefined {
  return BY_PART.get(name)
}

/** By what people install. */
export function unavailablePackage(name: string): UnavailablePackage | undefined {
  return BY_INSTALLED.get(name)
}

/** Message about a native program; `subject` is its name and a verb. */
export function nativeProgramText(subject: string, advice: string | undefined): string {
  return `${subject} a native program, made for one kind of processor, which a browser cannot run.${advice === undefined ? '' : ` ${advice}`}`
}

/** Advice for the package, installed or part, that a path within `node_modules` is in. */
export function adviceForPath(path: string): string | undefined {
  for (const [, name = ''] of [
    ...path.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/g),
  ].toReversed()) {
    const entry = BY_PART.get(name) ?? BY_INSTALLED.get(name)
    if (entry) return entry.advice
  }
  return undefined
}
