import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAppFiles } from './app-files.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vivarium-shell-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<h1>')
  writeFileSync(join(folder, 'assets', 'a.js'), 'a')
  writeFileSync(join(folder, 'LICENSES.txt'), 'MIT')
  writeFileSync(join(folder, 'policy.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The list that the script contains. */
function written(): { version: string; files: { path: string; hash: string }[] } {
  const script = readFileSync(join(folder, 'service-worker.js'), 'utf8')
  return JSON.parse(JSON.parse(script.slice('start('.length, -1)))
}

it.each(['"', "'", '`'])(
  'writes each file with its hash, but the policy, whatever the quotes are: %s',
  (quote) => {
    writeFileSync(join(folder, 'service-worker.js'), `start(${quote}__APP_FILES__${quote})`)
    writeAppFiles(folder, { build: 'b1', index: 'index.html' })
    expect(written().files).toEqual([
      { path: '/assets/a.js', hash: createHash('sha256').update('a').digest('hex') },
      { path: '/', hash: '' },
    ])
  },
)

it('writes the build into the pages, too, before their hashes are taken', () => {
  const page = (build: string) => `<meta name="vivarium-build" content="${build}" />`
  writeFileSync(join(folder, 'host.html'), page(''))
  for (const build of ['b1', 'b2']) {
    writeFileSync(join(folder, 'service-worker.js'), 'start("__APP_FILES__")')
    writeAppFiles(folder, { build, index: 'index.html' })
    expect(readFileSync(join(folder, 'host.html'), 'utf8')).toBe(page(build))
    const { version, files } = written()
    expect(version).toBe(build)
    const hash = createHash('sha256').update(page(build)).digest('hex')
    expect(files).toContainEqual({ path: '/host.html', hash })
  }
})

it('fails when there is no place for the list', () => {
  writeFileSync(join(folder, 'service-worker.js'), 'start()')
  expect(() => writeAppFiles(folder, { build: 'b1' })).toThrow('no place for its list')
})
