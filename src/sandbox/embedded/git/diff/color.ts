/** Lines of differences in git's colours. */
import { RESET, type DiffPart, type Palette } from '../colors.ts'

export type DiffColors = Palette<DiffPart>

/** Heads of a patch: each line by itself. */
export function metaText(text: string, colors: DiffColors | undefined): string {
  return colors === undefined ? text : text.replace(/^(.+)$/gm, (line) => colors.wrap('meta', line))
}

/** `@@ … @@`, and what stands behind it, without the newline. */
export function hunkHead(line: string, colors: DiffColors): string {
  const marks = /^@+/.exec(line)?.[0] ?? '@@'
  const end = line.indexOf(` ${marks}`, marks.length) + marks.length + 1
  const rest = line.slice(end)
  const gap = /^[ \t]*/.exec(rest)?.[0] ?? ''
  return (
    colors.wrap('frag', line.slice(0, end)) +
    (gap === '' ? '' : colors.wrap('context', gap)) +
    (rest.length > gap.length ? colors.wrap('func', rest.slice(gap.length)) : '')
  )
}

/** A line of a hunk without its newline; `endsFile`: it is one of the new empty lines at the end. */
export function hunkLine(line: string, colors: DiffColors, endsFile: boolean): string {
  switch (line.charAt(0)) {
    case '-':
      return colors.wrap('old', line)
    case '+':
      return endsFile && line.trim() === '+'
        ? colors.wrap('whitespace', line)
        : addedLine(line.slice(1), colors)
    default:
      return colors.wrap('context', line)
  }
}

/** Highlights the whitespace errors of an added line, by the default of `core.whitespace`. */
export function addedLine(text: string, colors: DiffColors): string {
  const wrap = (part: DiffPart, found: string): string => (found === '' ? '' : colors.wrap(part, found))
  const tail = /[ \t\r\f\v]+$/.exec(text)?.[0] ?? ''
  const body = text.slice(0, text.length - tail.length)
  const indent = /^[ \t]*/.exec(body)?.[0] ?? ''
  // Tabs of the indent stand outside of the colour.
  const at = indent.lastIndexOf('\t') + 1
  const head = indent.slice(0, at).replace(/ +(?=\t)/g, (found) => wrap('whitespace', found))
  return wrap('new', '+') + head + wrap('new', body.slice(at)) + wrap('whitespace', tail)
}

/** The bars of an overview. */
export function colorStat(text: string, colors: DiffColors | undefined): string {
  if (colors === undefined) return text
  const wrap = (part: DiffPart, found: string): string => (found === '' ? '' : colors.wrap(part, found))
  return text
    .replace(
      /^( .* \| +\d+ )(\+*)(-*)$/gm,
      (_, head: string, plus: string, minus: string) => head + wrap('new', plus) + wrap('old', minus),
    )
    .replace(
      /^( .* \| +Bin )(\d+) -> (\d+) bytes$/gm,
      (_, head: string, before: string, after: string) =>
        `${head}${wrap('old', before)} -> ${wrap('new', after)} bytes`,
    )
}

/** Combined diffs, whose lines have a mark for each parent. */
export function colorCombined(text: string, parents: number, colors: DiffColors | undefined): string {
  if (colors === undefined) return text
  let inHunk = false
  return text.replace(/([^\n]*)\n/g, (_, line: string) => {
    if (line.startsWith('diff --cc ')) inHunk = false
    if (/^@{3,} /.test(line)) {
      inHunk = true
      return `${combinedHead(line, colors)}\n`
    }
    if (!inHunk) return `${line.startsWith('* Unmerged') ? line : colors.wrap('meta', line)}\n`
    const marks = line.slice(0, parents)
    const part: DiffPart = marks.includes('-') ? 'old' : marks.includes('+') ? 'new' : 'context'
    return line.endsWith('\r')
      ? `${colors.code(part)}${line.slice(0, -1)}${RESET}\r\n`
      : `${colors.wrap(part, line)}\n`
  })
}

function combinedHead(line: string, colors: DiffColors): string {
  const [, head = '', section = ''] = /^(@+ .*? @+)(?: (.*))?$/.exec(line) ?? []
  if (section === '') return colors.wrap('frag', head)
  return `${colors.wrap('frag', head)}${colors.code('context')} ${RESET}${colors.code('func')}${section}${RESET}`
}
