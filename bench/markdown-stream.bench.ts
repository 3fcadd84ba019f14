/**
 * An answer of 20 KB of Markdown that comes in 200 pieces, each drawn and laid out before the next: the screen's own component
 * against drawing the whole once, and against drawing all of it anew with each piece.
 */
import { expect, test } from '../e2e/support/test.ts'
import { servePage } from './support/page-harness.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const STEPS = size(200, 20)
const ROUNDS = size(5, 1)
const TIMES = 3
const WORST_MS = 16
/** Characters of the answer. */
const SIZE = size(20_000, 2000)

const ANSWERS = {
  'an answer as they are': mixed(),
  'an answer of one block of code': `Here it is:\n\n\`\`\`ts\n${code(SIZE)}\n\`\`\`\n`,
  'an answer of one list': list(SIZE),
} as const

test('streamed Markdown', async ({ page }) => {
  const harness = await servePage('markdown-page.svelte.ts')
  await page.goto(harness.url)
  await page.evaluate(() => window.markdownBench.ready)
  const rows = []
  for (const [what, text] of Object.entries(ANSWERS)) {
    const measured = await page.evaluate(
      ({ text, steps, rounds }) =>
        Array.from({ length: rounds }, () => ({
          once: window.markdownBench.once(text),
          streamed: window.markdownBench.streamed(text, steps),
        })),
      { text, steps: STEPS, rounds: ROUNDS },
    )
    const naive = await page.evaluate(({ text, steps }) => window.markdownBench.naive(text, steps), {
      text,
      steps: STEPS,
    })
    const once = median(measured.map((round) => round.once))
    const total = median(measured.map(({ streamed }) => streamed.total))
    const worst = median(measured.map(({ streamed }) => streamed.worst))
    rows.push(
      {
        what: `${what}: all ${STEPS} pieces`,
        unit: 'ms',
        ours: total,
        peer: 'drawn once',
        peers: once,
        target: `${TIMES} times`,
        met: total <= TIMES * once,
      } as const,
      {
        what: `${what}: the slowest piece`,
        unit: 'ms',
        ours: worst,
        peer: 'all of it drawn anew with each piece',
        peers: naive.worst,
        target: `${WORST_MS} ms`,
        met: worst <= WORST_MS,
      } as const,
      {
        what: `${what}: all ${STEPS} pieces`,
        unit: 'ms',
        ours: total,
        peer: 'all of it drawn anew with each piece',
        peers: naive.total,
        target: 'less',
        met: total < naive.total,
      } as const,
    )
  }
  harness.close()
  report('markdown-stream', rows)
  expect(rows).toHaveLength(9)
})

/** Headings, prose, lists, tables, quotes and code of several languages, until it is long enough. */
function mixed(): string {
  const parts: string[] = []
  for (let at = 0; parts.join('\n\n').length < SIZE; at += 1) {
    parts.push(
      `## Part ${at}: how the total is rounded`,
      `The **total** of invoice ${at} is the sum of its lines, and each line is rounded *before* it is added; see [the rules](https://example.org/${at}) and \`sum(lines)\`. Nothing else of the module depends on it, so that it can be changed alone.`,
      `1. Sum first, in cents.\n2. Round once, half to even.\n   - but not for \`currency: 'JPY'\`\n3. Say so in the tests.`,
      `\`\`\`ts\n${code(500)}\n\`\`\``,
      `| line | before | after |\n|---|---:|---:|\n| ${at} | 1.005 | 1.01 |\n| ${at + 1} | 2.675 | 2.68 |`,
      `> A table of ${at} rows is enough to see it.`,
    )
  }
  return parts.join('\n\n').slice(0, SIZE)
}

function code(size: number): string {
  const lines: string[] = []
  for (let at = 0; lines.join('\n').length < size; at += 1)
    lines.push(
      `export function total${at}(lines: readonly Line[]): number {`,
      `  // Rounded once, ${at} times tested.`,
      `  return lines.reduce((sum, { cents }) => sum + cents, ${at}) / 100`,
      '}',
    )
  return lines.join('\n').slice(0, size)
}

function list(size: number): string {
  const items: string[] = []
  for (let at = 0; items.join('\n').length < size; at += 1)
    items.push(
      `- **Step ${at}**: look at \`file-${at}.ts\`, and say what of it *changes* the total of the invoice.`,
    )
  return items.join('\n').slice(0, size)
}
