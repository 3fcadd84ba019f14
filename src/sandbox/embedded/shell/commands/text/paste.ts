/** `paste`: lines of files side by side, or each file's in one line. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'paste',
  usage: 'paste [-sz] [-d LIST] [FILE]...',
  options: ['d,delimiters=', 's,serial', 'z,zero-terminated'],
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

export const paste = streamTool(SYNTAX, async (run) => {
  const end = run.options.has('z') ? '\0' : '\n'
  const between = delimitersOf(run.options.value('d') ?? '\t')
  await (run.options.has('s') ? serial(run, between, end) : parallel(run, between, end))
})

/** Each is empty or one letter; used in turn. */
function delimitersOf(list: string): readonly string[] {
  if (/(^|[^\\])(\\\\)*\\$/.test(list) && list !== '\\')
    throw new CommandError(`delimiter list ends with an unescaped backslash: ${list}`)
  const found = Array.from(list.matchAll(/\\(.)|[^]/gu), ([all, escaped]) =>
    escaped === undefined ? all : (ESCAPES[escaped] ?? escaped),
  )
  return found.length === 0 ? [''] : found
}

async function serial(run: StreamRun, between: readonly string[], end: string): Promise<void> {
  await run.each(run.inputs, async (file) => {
    const lines = await linesOf(run, file, end)
    const text = lines.map((line, at) => (at === 0 ? '' : delimiter(between, at - 1)) + line)
    await run.out(text.join('') + end)
  })
}

async function parallel(run: StreamRun, between: readonly string[], end: string): Promise<void> {
  const stdin = { lines: run.inputs.includes('-') ? await linesOf(run, '-', end) : [], at: 0 }
  const columns = []
  for (const file of run.inputs)
    columns.push(file === '-' ? stdin : { lines: await linesOf(run, file, end), at: 0 })
  while (columns.some(({ lines, at }) => at < lines.length)) {
    let row = ''
    let isEmpty = true
    for (const [place, column] of columns.entries()) {
      if (place > 0) row += delimiter(between, place - 1)
      const line = column.lines[column.at]
      if (line === undefined) continue
      row += line
      isEmpty = false
      column.at += 1
    }
    if (!isEmpty) await run.out(row + end)
  }
}

function delimiter(between: readonly string[], at: number): string {
  return between[at % between.length] ?? ''
}

async function linesOf(run: StreamRun, file: string, end: string): Promise<readonly string[]> {
  const all: string[] = []
  for await (const lines of run.lines(file, end)) for (const line of lines) all.push(line)
  return all
}
