import { expect, it } from 'vitest'
import { Errno } from '../../../syscalls.ts'
import { unavailableNote, unavailablePackages } from './npm-unavailable.ts'

/** Messages after `npm args` on a project with these files, which are all new. */
function told(args: string, files: Readonly<Record<string, object>>, hasFailed = false): string[] {
  const readFile = (path: string) => {
    const json = files[path.slice('/p/'.length)]
    if (!json) throw new Errno('ENOENT', 'open', path)
    return new TextEncoder().encode(JSON.stringify(json))
  }
  const after = unavailablePackages({ readFile }, '/p', args.split(' '))
  return unavailableNote(new Map(), after, hasFailed).split('\n').slice(0, -1)
}

const SAID =
  'npm warn oxlint rests on a native program, made for one kind of processor, which a browser cannot run. Use eslint, which runs here.'
const INSTALLED = { 'node_modules/oxlint/package.json': { version: '1.0.0' } }

it('is told of what the project asks for itself, and of that once it is there', () => {
  const manifest = { 'package.json': { devDependencies: { oxlint: '1' } } }
  expect(told('install', { ...manifest, ...INSTALLED })).toEqual([SAID])
  expect(told('install', manifest)).toEqual([])
  expect(told('install', INSTALLED)).toEqual([])
})

it('is told of what has made an installation fail, also where package.json does not name it yet', () => {
  expect(told('i -D oxlint@^1', {}, true)).toEqual([SAID])
  expect(told('i -g @biomejs/biome turbo', {}, true).map((line) => line.split(' ')[2])).toEqual([
    '@biomejs/biome',
    'turbo',
  ])
  expect(told('rm oxlint', {}, true)).toEqual([])
  expect(told('i express --oxlint', {}, true)).toEqual([])
})

it('is not told of a version that brings WebAssembly', () => {
  const optionalDependencies = { '@oxlint/binding-wasm32-wasi': '2.0.0' }
  const files = { 'node_modules/oxlint/package.json': { version: '2.0.0', optionalDependencies } }
  expect(told('i oxlint@2', files)).toEqual([])
})
