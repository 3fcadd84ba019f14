/**
 * swc's compiler as `@swc/core` asks its native part for it, on `@swc/wasm`. `@swc/core` has a fallback of its own to that
 * package and cannot reach it: since 1.16 it loads the native part a second time, without which it fails.
 */

/** A CommonJS module; `wasm` is what it asks for. The native part takes options as bytes and trees as JSON. */
export function swcAdapter(wasm: string): string {
  return `'use strict'
const fs = require('node:fs')
const wasm = require(${JSON.stringify(wasm)})
const read = (bytes) => JSON.parse(Buffer.from(bytes).toString() || '{}')
const programOf = (json) => {
  const value = JSON.parse(json)
  return value && value.program ? value.program : value
}
const forms = {
  transform: (source, isTree, options) => wasm.transformSync(isTree ? programOf(source) : source, read(options)),
  transformFile: (path, isTree, options) =>
    wasm.transformSync(fs.readFileSync(path, 'utf8'), { filename: path, ...read(options) }),
  parse: (source, options) => JSON.stringify(wasm.parseSync(source, read(options))),
  parseFile: (path, options) => JSON.stringify(wasm.parseSync(fs.readFileSync(path, 'utf8'), read(options))),
  print: (tree, options) => wasm.printSync(programOf(tree), read(options)),
  minify: (source, options, isJson) =>
    wasm.minifySync(isJson ? JSON.parse(Buffer.from(source)) : Buffer.from(source).toString(), read(options)),
}
for (const [name, run] of Object.entries(forms)) {
  exports[name + 'Sync'] = run
  exports[name] = async (...args) => run(...args)
}
exports.getTargetTriple = () => 'wasm32-unknown-unknown'
`
}
