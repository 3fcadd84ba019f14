/**
 * Packages that hold a program of the processor's own, and what stands in for them here: the package of the same project
 * that has it as WebAssembly, or one in JavaScript with the same interface. Packages that have their WebAssembly as an
 * optional dependency for `cpu: wasm32` need no entry. See docs/decisions/2026-11-22-native-packages.md.
 */
import { swcAdapter } from './swc-adapter.ts'

export interface NativePackage {
  /** As it is asked for. */
  readonly names: readonly string[]
  /** Published with the same version numbers, unless `version` says which. */
  readonly replacement: string
  readonly version?: string
  /** Request in place of one for the package itself; if empty, the replacement's own main file. */
  readonly main?: string
  /** A program that is asked for beside the package's `package.json`, and the file of the replacement that is run for it. */
  readonly program?: { readonly path: string; readonly runs: string }
  /** Text of a module with the requested interface, for a replacement that has another one. */
  readonly adapter?: (request: string) => string
}

export const NATIVE_PACKAGES: readonly NativePackage[] = [
  {
    names: ['@rollup/rollup-linux-x64-gnu', '@rollup/rollup-linux-x64-musl'],
    replacement: '@rollup/wasm-node',
    main: '/dist/native.js',
  },
  { names: ['@esbuild/linux-x64', 'esbuild-linux-64'], replacement: 'esbuild-wasm' },
  {
    // With the version whose WebAssembly build is named by nobody, and was published last.
    names: ['@unrs/resolver-binding-linux-x64-gnu', '@unrs/resolver-binding-linux-x64-musl'],
    replacement: '@unrs/resolver-binding-wasm32-wasi',
    version: '^1.11.0',
  },
  {
    // From 7 on a native program; 6 checks and writes the same, and is JavaScript.
    names: ['@typescript/typescript-linux-x64'],
    replacement: 'typescript',
    version: '^6.0.0',
    program: { path: 'lib/tsc', runs: './tsc.js' },
  },
  { names: ['lightningcss-linux-x64-gnu', 'lightningcss-linux-x64-musl'], replacement: 'lightningcss-wasm' },
  {
    names: ['@swc/core-linux-x64-gnu', '@swc/core-linux-x64-musl'],
    replacement: '@swc/wasm',
    adapter: swcAdapter,
  },
  { names: ['sass-embedded'], replacement: 'sass' },
  { names: ['node-sass'], replacement: 'sass', version: '^1.77.0' },
  { names: ['bcrypt'], replacement: 'bcryptjs', version: '^2.4.3' },
]

const BY_NAME = new Map(NATIVE_PACKAGES.flatMap((entry) => entry.names.map((name) => [name, entry])))

/** Package and what follows it, of a request such as `@a/b/c`. */
export function splitRequest(request: string): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^((?:@[^/]+\/)?[^@./#][^/]*)(\/.*)?$/.exec(request) ?? []
  return name === undefined ? undefined : { name, rest }
}

export function nativePackage(name: string): NativePackage | undefined {
  return BY_NAME.get(name)
}

/** Whether the package that lists these has a WebAssembly build among them, which npm has installed with it. */
export function hasOwnBuild(entry: NativePackage, listed: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.hasOwn(listed, entry.replacement)
}

/** A replacement that is to be installed, or is. */
export interface Replacement {
  /** The folder of ours beside the installed packages: a project of its own, which npm's client looks after. */
  readonly project: string
  /** Its name there, which has the version in it: several may be needed. */
  readonly alias: string
  /** For `npm install`. */
  readonly spec: string
}

/** `version` is that of the package that is replaced; `modules` the outermost `node_modules` that it is installed in. */
export function replacementFor(entry: NativePackage, version: string, modules: string): Replacement {
  const { replacement } = entry
  const wanted = entry.version ?? version
  const alias = `${replacement.replace(/^@/, '').replace('/', '-')}-${wanted.replace(/[^\w.-]/g, '')}`
  return {
    project: `${modules}/.vivarium`,
    alias,
    spec: `${alias}@npm:${replacement}@${entry.version ?? closest(version)}`,
  }
}

/** The version, or the last one before it of the same minor: a release may exist for only one of the two. */
function closest(version: string): string {
  const [, minor] = /^(\d+\.\d+)\.\d+$/.exec(version) ?? []
  return minor === undefined ? version : `>=${minor}.0 <=${version}`
}

/** Arguments of npm's client that install them. */
export function installArguments(project: string, specs: readonly string[]): readonly string[] {
  // Forced, since npm's client takes what says `cpu: wasm32` as a part of another package only.
  const quiet = [
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=1',
    '--force',
  ]
  return ['install', `--prefix=${project}`, ...quiet, ...specs]
}
