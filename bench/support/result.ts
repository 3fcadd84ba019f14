/** Result of a benchmark: its own number, the peer's from the same run, and the ratio of the two. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { IS_SMALLEST } from './size.ts'

export interface Measurement {
  readonly what: string
  readonly unit:
    | 'ms'
    | 'kB'
    | 'bytes'
    | 'frames'
    | 'rounds'
    | 'frames/s'
    | 'deltas/s'
    | 'prompts'
    | '%'
    | 'points'
    | 'MB/s'
  readonly ours: number
  /** The peer or the physical limit, and its number in this run. */
  readonly peer: string
  readonly peers: number
  /** Bound that the issue names, in the unit or as a ratio to the peer. */
  readonly target: string
  readonly met: boolean
}

/** The whole size alone is read into docs/benchmarks.md. */
const FOLDER = join(import.meta.dirname, '..', 'results', ...(IS_SMALLEST ? ['smallest'] : []))

/** Throws where nothing was measured: a bench whose figure is no number has not run to its end. */
export function report(name: string, measurements: readonly Measurement[]): void {
  const missing = measurements.filter(({ ours, peers }) => Number.isNaN(ours) || Number.isNaN(peers))
  if (measurements.length === 0 || missing.length > 0)
    throw new Error(`${name} has measured nothing: ${missing.map(({ what }) => what).join('; ')}`)
  const rows = measurements.map((row) => ({ ...row, ratio: round(row.ours / row.peers) }))
  mkdirSync(FOLDER, { recursive: true })
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', system: release() }
  const result = { name, at: new Date().toISOString(), machine, measurements: rows }
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(result, null, 2) + '\n')
  if (IS_SMALLEST)
    console.log(`${name} at its smallest size: the figures mean nothing, and the names say the whole size.`)
  for (const row of rows) {
    console.log(
      `${row.met ? 'met ' : 'MISS'} ${row.what}: ${round(row.ours)} ${row.unit}; ${row.peer}: ${round(row.peers)} ${row.unit}; ratio ${row.ratio} (target ${row.target})`,
    )
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
