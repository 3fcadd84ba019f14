/**
 * The imports of our sources, read from their text: `src/architecture.test.ts` holds them to the layers, and
 * `npm run test:changed` follows them from a changed file to the tests that it reaches.
 */
import { posix } from 'node:path'
import ts from 'typescript'

/**
 * `lazy` is an `import()`, `url` a `new URL('…', import.meta.url)`, as workers are named.
 * @typedef {{ specifier: string, kind: 'import' | 'lazy' | 'url', typeOnly: boolean }} ReadImport
 * @typedef {{ from: string, to: string, kind: ReadImport['kind'] | 'named', typeOnly: boolean }} Edge
 */

const SOURCE = /\.(ts|mjs|cjs|js|svelte)$/
const TEST = /\.(test|spec)\.ts$/
/** Tests, and what only tests load: their lazy imports are followed. */
const OF_TESTS = /\.(test|spec)\.ts$|-suite\.ts$|(^|\/)testing\/|test-support|^e2e\//
/** A string that may name a file: a relative path with an extension. */
const FILE_NAME = /^[\w.@-]+(\/[\w.@-]+)*\.\w+$/

/**
 * Imports in the order of the text. `file` tells its language: in a component only the scripts are read.
 * @param {string} file
 * @param {string} text
 * @returns {ReadImport[]}
 */
export function readImports(file, text) {
  /** @type {ReadImport[]} */
  const found = []
  visit(parse(file, text), (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      found.push({ specifier: node.moduleSpecifier.text, kind: 'import', typeOnly: isTypeOnly(node) })
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument && ts.isStringLiteral(argument))
        found.push({ specifier: argument.text, kind: 'lazy', typeOnly: false })
    }
    const url = ownUrl(node)
    if (url !== undefined) found.push({ specifier: url, kind: 'url', typeOnly: false })
  })
  return found
}

/**
 * The imported file, relative to the root as `file` is; undefined for a package, and for a file outside of the root. A
 * query of the bundler (`?raw`, `?url`, `?worker`) is no part of the name.
 * @param {string} file
 * @param {string} specifier
 */
export function resolveImport(file, specifier) {
  if (!specifier.startsWith('.')) return undefined
  const to = posix.join(posix.dirname(file), specifier.replace(/[?#].*$/, ''))
  return to.startsWith('..') ? undefined : to
}

/**
 * The edges of the graph. A target need not exist: a file that was deleted is still imported. A test also has an edge to each
 * file of `files` that one of its strings names, by the path from the root or from its own folder.
 * @param {readonly string[]} files paths relative to the root, with slashes
 * @param {(file: string) => string} read
 * @returns {Edge[]}
 */
export function importGraph(files, read) {
  const known = new Set(files)
  return files
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => {
      const text = read(file)
      const imported = readImports(file, text).flatMap(({ specifier, kind, typeOnly }) => {
        const to = resolveImport(file, kind === 'url' ? relativeUrl(specifier) : specifier)
        return to === undefined ? [] : [{ from: file, to, kind, typeOnly }]
      })
      return TEST.test(file) ? [...imported, ...namedFiles(file, text, known)] : imported
    })
}

/**
 * All files that import one of `changed`, directly or not, and `changed` itself. Types are gone when a test runs, so their
 * imports are not followed; an `import()` of a source is followed only where its target has no test beside it.
 * @param {readonly Edge[]} edges
 * @param {readonly string[]} changed
 * @param {ReadonlySet<string>} files what exists
 * @returns {Set<string>}
 */
export function reachedFrom(edges, changed, files) {
  const importers = new Map()
  for (const edge of edges) {
    if (edge.typeOnly || (edge.kind === 'lazy' && isTestedAlone(edge, files))) continue
    importers.set(edge.to, [...(importers.get(edge.to) ?? []), edge.from])
  }
  const reached = new Set(changed)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

function isTestedAlone({ from, to }, files) {
  if (OF_TESTS.test(from)) return false
  const stem = to.replace(/(\.svelte)?\.(ts|svelte)$/, '')
  return ['.test.ts', '.browser.test.ts'].some((end) => files.has(stem + end))
}

/** Files that strings of a test name: documents and data that it reads. */
function namedFiles(file, text, known) {
  const found = new Set()
  visit(parse(file, text), (node) => {
    if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return
    const name = node.text.replace(/^(\.{1,2}\/)+/, '')
    if (!FILE_NAME.test(name) || SOURCE.test(name)) return
    // `package.json` and `index.html` are names of files in a test's workspace, too.
    if (known.has(name) && /\/|\.md$/.test(name)) found.add(name)
    const beside = posix.join(posix.dirname(file), node.text)
    if (known.has(beside)) found.add(beside)
  })
  return [...found].map((to) => ({ from: file, to, kind: 'named', typeOnly: false }))
}

/** The address in `new URL('…', import.meta.url)`. */
function ownUrl(node) {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL') return
  const [address, base] = node.arguments ?? []
  if (!address || !ts.isStringLiteral(address) || !base || !ts.isPropertyAccessExpression(base)) return
  return ts.isMetaProperty(base.expression) && base.name.text === 'url' ? address.text : undefined
}

/** `x.ts` as an address is `./x.ts`; one with a scheme, or from the host's root, names no file of ours. */
function relativeUrl(address) {
  return /^([a-z]+:|\/)/.test(address) || address.startsWith('.') ? address : `./${address}`
}

function parse(file, text) {
  const script = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text
  return ts.createSourceFile(file.replace(/\.svelte$/, '.ts'), script, ts.ScriptTarget.Latest)
}

function visit(node, act) {
  act(node)
  ts.forEachChild(node, (child) => visit(child, act))
}

function isTypeOnly(node) {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  if (clause.name || !named || !ts.isNamedImports(named)) return false
  return named.elements.every((element) => element.isTypeOnly)
}
