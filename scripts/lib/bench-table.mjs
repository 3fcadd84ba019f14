/** The table of figures in docs/benchmarks.md, between two marks: the full run writes it, and nobody else. */

const BEGIN = '<!-- figures: written by `npm run bench`, not by hand -->'
const END = '<!-- /figures -->'

/** @param {readonly { name: string, at: string, machine: { cpus: number, model: string, system: string }, measurements: readonly object[] }[]} results */
export function benchTable(results) {
  if (results.length === 0) return 'No full run has written its figures yet.'
  const sorted = results.toSorted((one, other) => one.name.localeCompare(other.name))
  const [{ machine }] = sorted
  const days = [...new Set(sorted.map(({ at }) => at.slice(0, 10)))].toSorted()
  const cells = [
    ['bench', 'measure', 'ours', 'against', 'target', ''],
    ...sorted.flatMap(({ name, measurements }) =>
      measurements.map(({ what, ours, unit, peer, peers, target, met }) => [
        `\`${name}\``,
        what,
        `${figure(ours)} ${unit}`,
        `${figure(peers)} ${unit}: ${peer}`,
        target,
        met ? 'met' : '**missed**',
      ]),
    ),
  ].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = cells[0].map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)))
  const line = (row, fill = ' ') => `| ${row.map((cell, at) => cell.padEnd(widths[at], fill)).join(' | ')} |`
  const [head, ...body] = cells
  return [
    `Run on ${days.join(' and ')}, on ${machine.cpus} × ${machine.model.trim()}, ${machine.system}.`,
    '',
    line(head),
    line(
      widths.map(() => ''),
      '-',
    ),
    ...body.map((row) => line(row)),
  ].join('\n')
}

/** The text with `table` between the marks. Throws where they are not. */
export function withTable(text, table) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin)
    throw new Error(`docs/benchmarks.md has no place for the figures: ${BEGIN} … ${END}`)
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`
}

/** Three digits, as more of them differ from run to run. */
function figure(value) {
  if (!Number.isFinite(value)) return 'none'
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 2 })
}
