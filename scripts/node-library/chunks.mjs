/** Node's library as classic scripts, each registering functions by module id. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepContext } from './keep-context.mjs'
import { parametersOf } from './parameters.mjs'
import { patch } from './patches.mjs'
import { BROTLI_ID, RARE, REFUSED, WEB, ZSTD_ID } from './pin.mjs'
import { stripComments } from './strip-comments.mjs'

const START = new Set(JSON.parse(readFileSync(new URL('start-modules.json', import.meta.url), 'utf8')))

/** `start` is what printing a line from a file needs; undefined for what is never shipped. */
export function chunkOf(id) {
  if (REFUSED.some((pattern) => pattern.test(id))) return undefined
  if (START.has(id)) return 'start'
  if (id === BROTLI_ID) return 'brotli'
  if (id === ZSTD_ID) return 'zstd'
  if (WEB.test(id)) return 'web'
  return RARE.some((pattern) => pattern.test(id)) ? 'rare' : 'common'
}

export function writeChunks({ sources, output, chunkOf }) {
  const chunks = { start: [], common: [], rare: [], web: [], brotli: [], zstd: [] }
  for (const [id, source] of sources) {
    const chunk = chunkOf(id)
    if (chunk !== undefined) chunks[chunk].push([id, patch(id, source)])
  }
  const refused = [...sources.keys()].filter((id) => chunkOf(id) === undefined)
  const places = Object.fromEntries(
    Object.entries(chunks).map(([name, modules]) => [name, modules.map(([id]) => id)]),
  )
  for (const [name, modules] of Object.entries(chunks)) {
    const index = name === 'start' ? { chunks: places, refused } : undefined
    writeFileSync(join(output, `${name}.js`), chunkText({ name, modules, index }))
  }
}

/**
 * One function a module, its text beginning on the line after its key, so that a line of the chunk less the
 * module's first line is the line in Node's source.
 */
function chunkText({ name, modules, index }) {
  const lines = [
    '/*! Node.js library, MIT and others: see LICENSE.txt. Changed: scripts/node-library/patches.mjs */',
  ]
  // Before a program that takes it from there.
  const head = name === 'start' ? 'globalThis.nodeLibraryStart = [' : 'registerNodeLibrary('
  const tail = name === 'start' ? '];' : ')'
  let line = 3
  const starts = []
  let body = ''
  for (const [id, source] of modules) {
    const parameters = parametersOf(id)
    const text = `${JSON.stringify(id)}(${parameters}) {\n${keepContext(stripComments(source, parameters), parameters)}\n},\n`
    starts.push([id, line + 1])
    body += text
    line += text.split('\n').length - 1
  }
  starts.push(['', line])
  lines.push(
    `${head}${JSON.stringify(name)}, {\n${body}}, ${JSON.stringify(starts)}, ${JSON.stringify(index)}${tail}`,
  )
  return `${lines.join('\n')}\n`
}
