/**
 * swc's compiler as `@swc/core` asks its native part for it, on `@swc/wasm`. `@swc/core` has a fallback of its own to that
 * package and cannot reach it: since 1.16 it loads the native part a second time, without which it fails.
 */

/** A CommonJS module; `wasm` is what it asks for. The native part takes options as bytes and trees as JSON. */
export function swcAdapter(wasm: string): string {
  return `'use strict'
const fs = require('node:fs')
const path = require('node:path')
const wasm = require(${JSON.stringify(wasm)})
const read = (bytes) => JSON.parse(Buffer.from(bytes).toString() || '{}')
const programOf = (json) => {
  const value = JSON.parse(json)
  return value && value.program ? value.program : value
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const merged = (under, over) => {
  const all = { ...under }
  for (const [key, value] of Object.entries(over))
    if (value !== undefined && value !== null)
      all[key] = isObject(value) && isObject(all[key]) ? merged(all[key], value) : value
  return all
}
const withoutComments = (text) =>
  text.replace(/("(?:[^"\\\\]|\\\\.)*")|\\/\\/.*|\\/\\*[^]*?\\*\\//g, '$1').replace(/,(\\s*[}\\]])/g, '$1')
const findConfig = (from, root) => {
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const file = path.join(folder, '.swcrc')
    if (fs.existsSync(file)) return file
    if (folder === root || folder === path.dirname(folder)) return undefined
  }
}
const matches = (patterns, file) =>
  [].concat(patterns).some((pattern) => new RegExp(pattern).test(file))
// The WebAssembly build has no files, so what .swcrc says is read here.
const configured = (options) => {
  const { swcrc = true, configFile, cwd = process.cwd(), root = cwd, filename, ...rest } = options
  const given = filename === undefined ? rest : { filename, ...rest }
  const file = typeof filename === 'string' ? path.resolve(cwd, filename) : undefined
  const found =
    typeof configFile === 'string'
      ? path.resolve(cwd, configFile)
      : swcrc && file !== undefined && configFile !== false
        ? findConfig(file, path.resolve(cwd, root))
        : undefined
  if (found === undefined) return { ...given, swcrc: false }
  const config = [].concat(JSON.parse(withoutComments(fs.readFileSync(found, 'utf8')))).find(
    ({ test, exclude }) =>
      file === undefined || ((test === undefined || matches(test, file)) && !(exclude !== undefined && matches(exclude, file))),
  )
  if (config === undefined) throw new Error('cannot process file because it\\'s ignored by .swcrc')
  const { $schema, test, exclude, ...under } = config
  return { ...merged(under, given), swcrc: false }
}
const forms = {
  transform: (source, isTree, options) =>
    wasm.transformSync(isTree ? programOf(source) : source, configured(read(options))),
  transformFile: (path, isTree, options) =>
    wasm.transformSync(fs.readFileSync(path, 'utf8'), configured({ filename: path, ...read(options) })),
  parse: (source, options) => JSON.stringify(wasm.parseSync(source, read(options))),
  parseFile: (path, options) => JSON.stringify(wasm.parseSync(fs.readFileSync(path, 'utf8'), read(options))),
  print: (tree, options) => wasm.printSync(programOf(tree), read(options)),
  minify: (source, options, isJson) =>
    wasm.minifySync(isJson ? JSON.parse(Buffer.from(source)) : Buffer.from(source).toString(), read(options)),
}
for (const [name, form] of Object.entries(forms)) {
  const run = (...args) => {
    try {
      return form(...args)
    } catch (error) {
      // It throws texts.
      throw error instanceof Error ? error : new Error(String(error))
    }
  }
  exports[name + 'Sync'] = run
  exports[name] = async (...args) => run(...args)
}
exports.getTargetTriple = () => 'wasm32-unknown-unknown'
`
}
