import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeShellFiles } from './shell-files.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vivarium-shell-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<h1>')
  writeFileSync(join(folder, 'assets', 'a.js'), 'a')
  writeFileSync(join(folder, 'LICENSES.txt'), 'MIT')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the script has for its list. */
function written(): { version: string; files: { path: string; hash: string }[] } {
  const script = readFileSync(join(folder, 'service-worker.js'), 'utf8')
  return JSON.parse(JSON.parse(script.slice('start('.length, -1)))
}

it.each(['"', "'", '`'])('writes each file with its hash, whatever the quotes are: %s', (quote) => {
  writeFileSync(join(folder, 'service-worker.js'), `start(${quote}__SHELL_FILES__${quote})`)
  writeShellFiles(folder, { index: 'index.html' })
  expect(written().files).toEqual([
    { path: '/assets/a.js', hash: createHash('sha256').update('a').digest('hex') },
    { path: '/', hash: '' },
  ])
})

it('gives another version to other bytes, and the same to the same', () => {
  const versions = ['<h1>', '<h2>', '<h1>'].map((page) => {
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'service-worker.js'), 'start("__SHELL_FILES__")')
    writeShellFiles(folder, { index: 'index.html' })
    return written().version
  })
  expect(versions[0]).toBe(versions[2])
  expect(versions[0]).not.toBe(versions[1])
})

it('fails when there is no place for the list', () => {
  writeFileSync(join(folder, 'service-worker.js'), 'start()')
  expect(() => writeShellFiles(folder)).toThrow('no place for its list')
})
