/**
 * A bench has two sizes: the whole one, whose figures are in docs/benchmarks.md, and a smallest one, which only shows that it
 * still runs to its end (`npm run bench -- --smallest`, and `npm run test:all`).
 */
export const IS_SMALLEST = process.env['BENCH_SIZE'] === 'smallest'

/** How much of something a bench does, by the size of this run. */
export function size<Amount>(whole: Amount, smallest: Amount): Amount {
  return IS_SMALLEST ? smallest : whole
}
