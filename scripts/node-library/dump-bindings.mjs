/**
 * Run by hand, on Linux x64, when the pinned version changes: `node scripts/node-library/dump-bindings.mjs`.
 * Writes the two committed tables; a new version is then a reviewed change and a run of the tests.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findDistribution } from './distribution.mjs'
import { EXECUTABLE } from './pin.mjs'
import { checksum, cutSources } from './sources.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = await findDistribution()
const executable = `${folder}/${EXECUTABLE}`
const dump = JSON.parse(
  execFileSync(executable, ['--expose-internals', '--no-warnings', here('dump.mjs')], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  }),
)
const bytes = readFileSync(executable)
const sources = cutSources(bytes, dump.sources)
write('sources.json', {
  version: dump.version,
  executable: createHash('sha256').update(bytes).digest('hex'),
  library: checksum(sources),
  places: dump.sources,
})
write('../../src/sandbox/embedded/node/bindings/skeleton.json', {
  version: dump.version,
  versions: dump.versions,
  errors: dump.errors,
  bindings: dump.bindings,
  options: dump.options,
})

/** One entry a line, so that a new version shows as a readable difference. */
function write(path, table) {
  const lines = Object.entries(table).map(([key, value]) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return `${JSON.stringify(key)}:${JSON.stringify(value)}`
    const inner = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`,
    )
    return `${JSON.stringify(key)}:{\n${inner.join(',\n')}\n}`
  })
  writeFileSync(here(path), `{\n${lines.join(',\n')}\n}\n`)
}
