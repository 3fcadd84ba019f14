import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soakFor } from '../../../src/testing/soak.ts'
import {
  casesOf,
  chooseSoaks,
  findSoaks,
  PassedRounds,
  readSoakArguments,
  ROUNDS,
  roundSeed,
  soaksOf,
} from './soaks.mjs'
import { STAGES } from './stages.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const IMPORTS_SOAK = /from '[./a-z-]*\/testing\/soak\.ts'/

describe('the soaks of this repository', () => {
  it('have each a name of its own, and a stage that runs its file', () => {
    const soaks = findSoaks(ROOT)
    expect(soaks.length).toBeGreaterThan(5)
    for (const { name, file } of soaks) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(
        STAGES.filter((stage) => stage.has(file)),
        file,
      ).toHaveLength(1)
    }
  })

  it('are found in each test file that declares one', () => {
    const found = new Set(findSoaks(ROOT).map(({ file }) => file))
    const declaring = ['src', 'e2e', 'scripts'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`.replaceAll('\\', '/'))
        .filter((file) => /\.(test|spec)\.ts$/.test(file))
        .filter((file) => IMPORTS_SOAK.test(readFileSync(join(ROOT, file), 'utf8')))
        .filter((file) => file !== 'scripts/lib/testing/soaks.test.ts'),
    )
    expect(declaring.filter((file) => !found.has(file))).toEqual([])
  })
})

describe('soaks of some files', () => {
  const call = (name: string) => `const SOAK = soak('${name}', { gate: 1, round: 10 })\n`

  it('are in the order of their names, of which a file may have more than one', () => {
    const texts: Record<string, string> = { 'a.test.ts': call('b') + call('c'), 'b.spec.ts': call('a') }
    expect(soaksOf(Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
      { name: 'a', file: 'b.spec.ts' },
      { name: 'b', file: 'a.test.ts' },
      { name: 'c', file: 'a.test.ts' },
    ])
  })

  it('are refused when two have one name', () => {
    expect(() => soaksOf(['a.test.ts', 'b.test.ts'], () => call('same'))).toThrow(
      'Two soaks are named "same", in a.test.ts and b.test.ts. Rename one.',
    )
  })
})

describe('the command', () => {
  it.each([
    [[], { name: undefined, rounds: ROUNDS }],
    [['history'], { name: 'history', rounds: ROUNDS }],
    [['history', '--rounds', '3'], { name: 'history', rounds: 3 }],
    [['--rounds=3', 'history'], { name: 'history', rounds: 3 }],
    [['--rounds', '20'], { name: undefined, rounds: 20 }],
  ])('takes a name and a number of rounds: %j', (args, expected) => {
    expect(readSoakArguments(args)).toEqual(expected)
  })

  it.each([
    [['a', 'b']],
    [['--rounds']],
    [['--rounds', '0']],
    [['--rounds', 'x']],
    [['--rounds', '1.5']],
    [['a', '--more']],
  ])('refuses %j', (args) => {
    expect(() => readSoakArguments(args)).toThrow('npm run soak takes a name and --rounds n, and not: ')
  })

  it('runs all soaks, or the one of a name, and lists the names when there is none of that name', () => {
    const soaks = [
      { name: 'a', file: 'a.test.ts' },
      { name: 'b', file: 'b.test.ts' },
    ]
    expect(chooseSoaks(soaks, undefined)).toEqual(soaks)
    expect(chooseSoaks(soaks, 'b')).toEqual([soaks[1]])
    expect(() => chooseSoaks(soaks, 'c')).toThrow(
      /^There is no soak "c"\. There are:\n {2}a +a\.test\.ts\n {2}b +b\.test\.ts$/,
    )
  })
})

describe('a round', () => {
  it('has a seed of its own, and the first that of the run', () => {
    const seeds = Array.from({ length: 50 }, (_, index) => roundSeed(7, index + 1))
    expect(seeds[0]).toBe(7)
    expect(new Set([...seeds, roundSeed(8, 2)]).size).toBe(51)
    expect(seeds).toEqual(Array.from({ length: 50 }, (_, index) => roundSeed(7, index + 1)))
    for (const seed of seeds) expect(seed).toBe(seed >>> 0)
  })

  it('counts the cases by the titles of its tests', () => {
    const run = (count: number) => soakFor({ scope: 'soak', seed: 1 }, 'any-name', { gate: 1, round: count })
    const titles = [run(30).title('first'), run(1).title('second'), 'another test']
    expect(casesOf('any-name', titles)).toBe(31)
    expect(casesOf('name', titles)).toBe(0)
  })
})

describe('passed rounds', () => {
  let folder = ''
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'soaks-')), 'soak')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

  const open = (state = 'one') => new PassedRounds({ name: 'history', state, folder })
  const PASSED = { seed: 9, cases: 40, ms: 1_000 }

  it('are remembered for their seed, beside those of other seeds', () => {
    expect(open().get(7, 1)).toBeUndefined()
    open().add(7, 1, PASSED)
    open().add(7, 3, PASSED)
    open().add(8, 1, PASSED)
    const later = open()
    expect([later.get(7, 1), later.get(7, 3), later.get(8, 1)]).toEqual([PASSED, PASSED, PASSED])
    expect([later.get(7, 2), later.get(8, 3)]).toEqual([undefined, undefined])
    expect(readdirSync(folder)).toEqual(['history.json'])
  })

  it('are forgotten when the sources are others', () => {
    open().add(7, 1, PASSED)
    expect(open('two').get(7, 1)).toBeUndefined()
    open('two').add(7, 2, PASSED)
    expect(open('two').get(7, 1)).toBeUndefined()
  })

  it('are written when there are any', () => {
    open().get(7, 1)
    expect(existsSync(folder)).toBe(false)
  })
})
