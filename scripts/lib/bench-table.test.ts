import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { benchTable, withTable } from './bench-table.mjs'

const machine = { cpus: 2, model: 'A processor ', system: '6.1' }
const row = {
  what: 'a turn | with one tool',
  unit: 'ms',
  ours: 4.4321,
  peer: 'pi',
  peers: 12_345.6,
  target: '5 ms',
  met: true,
}

it('shows each figure beside that of its peer, sorted by name', () => {
  const results = [
    { name: 'peers', at: '2026-11-28T01:00:00Z', machine, measurements: [row] },
    { name: 'kill', at: '2026-11-27T23:00:00Z', machine, measurements: [{ ...row, what: 'x', met: false }] },
  ]
  expect(benchTable(results).replaceAll(/ {2,}/g, ' ').replaceAll(/-{2,}/g, '--').split('\n')).toEqual([
    'Run on 2026-11-27 and 2026-11-28, on 2 × A processor, 6.1.',
    '',
    '| bench | measure | ours | against | target | |',
    '| -- | -- | -- | -- | -- | -- |',
    '| `kill` | x | 4.43 ms | 12,300 ms: pi | 5 ms | **missed** |',
    '| `peers` | a turn \\| with one tool | 4.43 ms | 12,300 ms: pi | 5 ms | met |',
  ])
})

it('takes the place of the table before, and of nothing else', () => {
  const docs = readFileSync('docs/benchmarks.md', 'utf8')
  const once = withTable(docs, 'A table.')
  expect(withTable(once, 'Another.')).toBe(withTable(docs, 'Another.'))
  expect(once.startsWith('# Benchmarks')).toBe(true)
  expect(() => withTable('# Benchmarks', 'A table.')).toThrow('no place')
})
