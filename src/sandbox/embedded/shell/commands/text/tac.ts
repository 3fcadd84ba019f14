/** `tac`: the records of each file from the last to the first. */
import { streamTool } from '../../stream/stream-run.ts'
import { CommandError, retell } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { compilePosix } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

const SYNTAX: Syntax = {
  name: 'tac',
  usage: 'tac [-br] [-s STRING] [FILE]...',
  options: ['b,before', 'r,regex', 's,separator='],
}

/** From and to of each separator. */
type Separators = (text: string) => readonly (readonly [from: number, to: number])[]

export const tac = streamTool(SYNTAX, async (run) => {
  const separator = run.options.value('s') ?? '\n'
  const find = run.options.has('r') ? byPattern(separator) : byText(separator === '' ? '\0' : separator)
  const isBefore = run.options.has('b')
  await run.each(run.inputs, async (file) => {
    let text
    try {
      text = await run.text(file)
    } catch (error) {
      retell(error, ({ operand, reason }) =>
        reason === 'Is a directory'
          ? `${operand}: read error: ${reason}`
          : `failed to open '${operand}' for reading: ${reason}`,
      )
    }
    const cuts = find(text).map(([from, to]) => (isBefore ? from : to))
    const bounds = [0, ...cuts, text.length]
    const records = bounds.slice(1).map((end, at) => text.slice(bounds[at], end))
    await run.out(records.toReversed().join(''))
  })
})

function byText(separator: string): Separators {
  return (text) => {
    const found: [number, number][] = []
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
      found.push([at, at + separator.length])
    return found
  }
}

function byPattern(source: string): Separators {
  if (source === '') throw new CommandError('separator cannot be empty')
  let regex
  try {
    regex = compilePosix(source, {
      isExtended: false,
      needsLongest: true,
      separator: undefined,
      isMultiline: true,
    })
  } catch (error) {
    if (!(error instanceof RegexError)) throw error
    throw new CommandError(error.message)
  }
  return (text) => {
    const found: [number, number][] = []
    for (let from = 0; from <= text.length;) {
      const match = regex.find(text, from)
      if (match === undefined) break
      if (match.end > match.index) found.push([match.index, match.end])
      from = Math.max(match.end, match.index + 1)
    }
    return found
  }
}
