import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { swcAdapter } from './swc-adapter.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swc-adapter-'))
  put('node_modules/wasm/index.js', 'exports.transformSync = (source, options) => ({ source, options })')
  put('adapter.cjs', swcAdapter('wasm'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The options that reach the WebAssembly build. */
function optionsFor(file: string | undefined, options: object = {}): unknown {
  const adapter = createRequire(join(folder, 'a.js'))('./adapter.cjs') as {
    transformSync(source: string, isTree: boolean, options: Buffer): { options: unknown }
  }
  const filename = file === undefined ? {} : { filename: join(folder, file) }
  const all = Buffer.from(JSON.stringify({ cwd: folder, ...filename, ...options }))
  const seen = adapter.transformSync('text', false, all).options as Record<string, unknown>
  return Object.fromEntries(Object.entries(seen).filter(([key]) => key !== 'filename'))
}

it('adds what the nearest .swcrc says, under what is asked for', () => {
  put(
    '.swcrc',
    '{ // why\n "$schema": "https://x/y", "jsc": { "target": "es2022", "loose": true, }, "sourceMaps": true }',
  )
  expect(optionsFor('src/a.ts', { jsc: { target: 'es5' }, sourceMaps: null })).toEqual({
    jsc: { target: 'es5', loose: true },
    sourceMaps: true,
    swcrc: false,
  })
  put('src/.swcrc', '{ "minify": true }')
  expect(optionsFor('src/a.ts')).toEqual({ minify: true, swcrc: false })
})

it('asks no file where there is none, and where it was told not to', () => {
  expect(optionsFor('a.ts', { minify: true })).toEqual({ minify: true, swcrc: false })
  put('.swcrc', '{ "minify": true }')
  expect([optionsFor(undefined), optionsFor('a.ts', { swcrc: false })]).toEqual([
    { swcrc: false },
    { swcrc: false },
  ])
  put('other.json', '{ "isModule": true }')
  expect(optionsFor('a.ts', { swcrc: false, configFile: 'other.json' })).toEqual({
    isModule: true,
    swcrc: false,
  })
})

it('takes the entry that the file matches, and says when there is none', () => {
  put(
    '.swcrc',
    '[{ "test": "\\\\.tsx$", "minify": true }, { "exclude": ["\\\\.tsx$", "\\\\.test\\\\.ts$"], "minify": false }]',
  )
  expect([optionsFor('a.tsx'), optionsFor('a.ts')]).toEqual([
    { minify: true, swcrc: false },
    { minify: false, swcrc: false },
  ])
  expect(() => optionsFor('a.test.ts')).toThrow('ignored by .swcrc')
})

it('throws errors where the WebAssembly build throws texts', () => {
  put('node_modules/wasm/index.js', `exports.transformSync = () => { throw 'wrong' }`)
  expect(() => optionsFor('a.ts')).toThrow(new Error('wrong'))
})
