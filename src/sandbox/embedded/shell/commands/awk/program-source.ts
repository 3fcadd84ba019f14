/** The text of an awk program: from the command line, from files, and from what those include. */
import type { StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { DIRECTIVE } from '../../../../languages/awk/directive.ts'

interface ProgramSource {
  readonly source: string
  readonly operands: readonly string[]
  /** Each file is replaced by what is printed while it is read: `-i inplace`. */
  readonly isInPlace: boolean
}

const IN_PLACE = /^inplace(?:\.awk)?$/

/** Throws `CommandError` with code 2. */
export async function programOf(run: StreamRun): Promise<ProgramSource> {
  const reader = new SourceReader(run)
  const included: string[] = []
  const parts: string[] = []
  for (const argument of run.options.all) {
    if (argument.type !== 'option' || argument.value === undefined) continue
    if (argument.name === 'e') parts.push(await reader.expanded(argument.value))
    if (argument.name === 'f') parts.push(await reader.file(argument.value, 'program'))
    if (argument.name === 'i') included.push(await reader.include(argument.value))
  }
  const { operands } = run.options
  if (parts.length > 0)
    return { source: [...included, ...parts].join('\n'), operands, isInPlace: reader.isInPlace }
  const [source, ...files] = operands
  if (source === undefined) throw run.misuse('no program was given')
  const own = await reader.expanded(source)
  return { source: [...included, own].join('\n'), operands: files, isInPlace: reader.isInPlace }
}

class SourceReader {
  readonly #run: StreamRun
  readonly #included = new Set<string>()
  isInPlace = false

  constructor(run: StreamRun) {
    this.#run = run
  }

  /** With what it includes in the place of the lines that do. */
  async expanded(text: string): Promise<string> {
    const parts: string[] = []
    let copied = 0
    for (const match of text.matchAll(DIRECTIVE)) {
      const [line, directive, name = ''] = match
      if (directive !== 'include') throw new CommandError(`@${directive} is not supported here`, 2)
      parts.push(text.slice(copied, match.index), await this.include(name))
      copied = match.index + line.length
    }
    return [...parts, text.slice(copied)].join('')
  }

  /** Nothing when it has been included before. */
  async include(name: string): Promise<string> {
    if (IN_PLACE.test(name)) {
      this.isInPlace = true
      return ''
    }
    if (this.#included.has(name)) return ''
    this.#included.add(name)
    return this.file(name, 'include')
  }

  async file(name: string, what: 'program' | 'include'): Promise<string> {
    try {
      return await this.expanded(await this.#run.text(name))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 1) throw error
      throw new CommandError(`cannot open ${what} file ${error.message}`, 2)
    }
  }
}
