/**
 * Builds the shell's library into src/sandbox/embedded/shell/generated/ (never committed): just-bash with the
 * changes of `patches.mjs`, in one module without imports, with its licence beside it. Run before dev, test,
 * check and build; does nothing when all is up to date.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildUnlessStamped, filesBelow, stampOf } from '../lib/build/build-stamp.mjs'
import { parserOf } from './parser.mjs'
import { applyPatches, PATCHED_VERSION } from './patches.mjs'
import { withoutReplaced } from './replaced-commands.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scripts = join(root, 'scripts/shell-library')
const output = join(root, 'src/sandbox/embedded/shell/generated')
const library = join(root, 'node_modules/just-bash')
const ENTRY = join(library, 'dist/bundle/browser.js')
const SCRIPTS = filesBelow(scripts)
const ZLIB = join(scripts, 'zlib.js')
/** Modules whose functions the patches call, in the order of their names, in whatever folder they are. */
const HELPERS = SCRIPTS.filter((path) => path.endsWith('.js') && path !== ZLIB).sort((one, other) =>
  basename(one) < basename(other) ? -1 : 1,
)
/** Types of the module's further exports: see `session.js`. */
const TYPES = `export * from 'just-bash/browser'
export function liveAbandon(state: object, exitCode: number): void
`
/**
 * The library's copy of re2js: its first class, what it throws on bad syntax, its last, which is its face, and the end of that. Of
 * all that is in it, only those two are used outside.
 */
const ENGINE =
  /(\w+=\w+\(\(\)=>\{)\w+=class \w+\{static FOLD_CASE=1;[^]*?,(\w+)=class extends \w+\{constructor\(\w+,\w+=null\)\{let \w+=`error parsing regexp: [^]*?[;,}](\w+)=class \w+\{static CASE_INSENSITIVE=[^]*?patternInput===t\.patternInput\}\}\}\)/
/** Folder for the parser alone: the agent's permission check reads commands with it. */
const parserOutput = join(root, 'src/agent/permission/shell/generated')
const PARSER_TYPES = `import type { ScriptNode } from './syntax.d.ts'
export type * from './syntax.d.ts'
/** The syntax tree of a command line, as the sandbox's shell would run it. Throws where that would report bad syntax. */
export function parse(command: string): ScriptNode
`
const OUTPUTS = ['just-bash.js', 'just-bash.d.ts', 'LICENSE.txt']

const stamp = stampOf({ root, files: [ENTRY, ...SCRIPTS], text: PATCHED_VERSION })
await buildUnlessStamped({ output, outputs: OUTPUTS, stamp }, async () => {
  checkVersion()
  await bundle({
    outfile: join(output, 'just-bash.js'),
    select: (source) => `export { liveAbandon };\n${source}`,
  })
  copyFileSync(join(library, 'LICENSE'), join(output, 'LICENSE.txt'))
  writeFileSync(join(output, 'just-bash.d.ts'), TYPES)
})

await buildUnlessStamped(
  {
    output: parserOutput,
    outputs: ['bash-parser.js', 'bash-parser.d.ts', 'syntax.d.ts', 'LICENSE.txt'],
    stamp,
  },
  async () => {
    checkVersion()
    await bundle({ outfile: join(parserOutput, 'bash-parser.js'), select: parserOf })
    copyFileSync(join(library, 'LICENSE'), join(parserOutput, 'LICENSE.txt'))
    copyFileSync(join(library, 'dist/ast/types.d.ts'), join(parserOutput, 'syntax.d.ts'))
    writeFileSync(join(parserOutput, 'bash-parser.d.ts'), PARSER_TYPES)
  },
)

function checkVersion() {
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  if (version === PATCHED_VERSION) return
  throw new Error(
    `just-bash is ${version}, but the changes to it are made for ${PATCHED_VERSION}: see scripts/shell-library/patches.mjs.`,
  )
}

/** Bundles the parts of the patched library that `select` names into one module without imports. */
async function bundle({ outfile, select }) {
  await build({
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    legalComments: 'inline',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'node:zlib': ZLIB },
    plugins: [{ name: 'patch', setup: (esbuild) => patch(esbuild, select) }],
  })
}

/**
 * Without the library's own copy of re2js, a fifth of it: the sandbox's commands have that package, too, and each start of a
 * shell would read it twice.
 */
function withoutEngine(source) {
  const [copy, ...others] = source.match(ENGINE) ?? []
  if (copy === undefined) throw new Error('just-bash has no copy of re2js any more where it is replaced.')
  const [begin, syntaxError, face] = others
  return source.replace(copy, () => `${begin}${syntaxError}=RE2JSSyntaxException,${face}=RE2JS})`)
}

function patch(esbuild, select) {
  const imports = HELPERS.map((path) => {
    const found = readFileSync(path, 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)
    return `import { ${[...found].map(([, exported]) => exported).join(', ')} } from ${JSON.stringify(path)}\n`
  })
  esbuild.onLoad({ filter: /just-bash\/dist\/bundle\/browser\.js$/ }, ({ path }) => ({
    contents:
      imports.join('') +
      "import { RE2JS, RE2JSSyntaxException } from 're2js'\n" +
      select(applyPatches(withoutReplaced(withoutEngine(readFileSync(path, 'utf8'))))),
    loader: 'js',
  }))
  // Left to whoever bundles the result. It has no effect but its exports: what does not use them does not import it.
  esbuild.onResolve({ filter: /^re2js$/ }, ({ path }) => ({ path, external: true, sideEffects: false }))
}
