/** Imports of Node's modules that a package makes in Node alone: in a browser nothing asks for them. */

/** By the folder of the package: what it imports, and never reaches here. */
const NODE_ONLY = {
  '/node_modules/sql.js/': ['node:fs', 'node:crypto'],
}
const EMPTY = '\0vivarium-node-only'

/** A plugin for the bundler. Any other import of a module of Node's stays a warning of the build. */
export function nodeOnlyImports() {
  return {
    name: 'vivarium-node-only-imports',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isKnown = Object.entries(NODE_ONLY).some(
        ([folder, sources]) => importer.includes(folder) && sources.includes(source),
      )
      return isKnown ? EMPTY : undefined
    },
    load: (id) => (id === EMPTY ? 'export default {}' : undefined),
  }
}
