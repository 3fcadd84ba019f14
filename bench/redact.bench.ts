/**
 * Redaction of a result as long as a result may be: words, random text, and texts that were made to be slow. Beside one pass
 * of a trivial expression over the same text, which is the least that looking at it costs.
 */
import { test } from '@playwright/test'
import { Redactor } from '../src/agent/redact/redactor.ts'
import { HOSTILE_TEXTS, filled } from '../src/agent/redact/testing/hostile-texts.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { median, report } from './support/result.ts'
import type { Measurement } from './support/result.ts'
import { size } from './support/size.ts'

const TARGET_MS = 200
const CHARS = size(4 * 1024 * 1024, 16 * 1024)
const ROUNDS = size(5, 1)
const WORDS = 'the quick brown fox jumps over the lazy dog, and src/agent/main.ts says: const port = 3000\n'

test('redact', () => {
  const random = seededRandom(7)
  const printable = Array.from({ length: CHARS }, () => String.fromCharCode(32 + Math.floor(random() * 95)))
  // Each once, and the slowest again: there are some hundred and fifty.
  const slowest = HOSTILE_TEXTS.map(({ name, make }) => ({ name, make, ms: redactionOf(make(CHARS)) }))
    .toSorted((a, b) => b.ms - a.ms)
    .at(0)
  report('redact', [
    row('4 MiB of words', filled(WORDS, CHARS)),
    row('4 MiB of random text', printable.join('')),
    row(
      `4 MiB of the slowest of ${HOSTILE_TEXTS.length} hostile texts, ${slowest?.name}`,
      slowest?.make(CHARS) ?? '',
    ),
  ])
})

function row(text: string, of: string): Measurement {
  const ours = median(Array.from({ length: ROUNDS }, () => redactionOf(of)))
  const pass = median(
    Array.from({ length: ROUNDS }, () => timed(() => void of.replaceAll(/[\0\u0001]/g, ''))),
  )
  return {
    what: `redaction of ${text}`,
    unit: 'ms',
    ours,
    peer: 'one pass of a trivial expression',
    peers: pass,
    target: `${TARGET_MS} ms`,
    met: ours <= TARGET_MS,
  }
}

function redactionOf(text: string): number {
  const redactor = new Redactor()
  return timed(() => void redactor.redact(text))
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
