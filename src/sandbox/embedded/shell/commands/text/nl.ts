/** `nl`: lines with numbers, by sections of logical pages. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { compilePosix } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

const SYNTAX: Syntax = {
  name: 'nl',
  usage: 'nl [-p] [-bfh STYLE] [-d CC] [-i N] [-l N] [-n FORMAT] [-s STR] [-v N] [-w N] [FILE]...',
  options: [
    'b,body-numbering=',
    'd,section-delimiter=',
    'f,footer-numbering=',
    'h,header-numbering=',
    'i,line-increment=',
    'l,join-blank-lines=',
    'n,number-format=',
    'p,no-renumber',
    's,number-separator=',
    'v,starting-line-number=',
    'w,number-width=',
  ],
}

type Section = 'header' | 'body' | 'footer'
type Style = (line: string) => boolean

export const nl = streamTool(SYNTAX, async (run) => {
  const numbering = new Numbering(run)
  await run.each(run.inputs, async (file) => {
    for await (const lines of run.lines(file))
      await run.out(lines.map((line) => `${numbering.next(line)}\n`).join(''))
  })
})

class Numbering {
  readonly #styles: Readonly<Record<Section, Style>>
  readonly #marks: ReadonlyMap<string, Section>
  readonly #separator: string
  readonly #width: number
  readonly #format: string
  readonly #start: number
  readonly #step: number
  readonly #blanksInOne: number
  readonly #keepsNumber: boolean
  readonly #numbersAll: (section: Section) => boolean
  #section: Section = 'body'
  #number: number
  #blanks = 0

  constructor(run: StreamRun) {
    const { options } = run
    const texts = {
      header: options.value('h') ?? 'n',
      body: options.value('b') ?? 't',
      footer: options.value('f') ?? 'n',
    }
    this.#styles = {
      header: styleOf(run, texts.header, 'header'),
      body: styleOf(run, texts.body, 'body'),
      footer: styleOf(run, texts.footer, 'footer'),
    }
    this.#numbersAll = (section) => texts[section] === 'a'
    this.#start = whole(options.value('v') ?? '1', 'starting line number')
    this.#step = whole(options.value('i') ?? '1', 'line number increment')
    this.#blanksInOne = whole(options.value('l') ?? '1', 'line number of blank lines', 1)
    this.#width = whole(options.value('w') ?? '6', 'line number field width', 1)
    this.#separator = options.value('s') ?? '\t'
    this.#format = options.value('n') ?? 'rn'
    if (!['ln', 'rn', 'rz'].includes(this.#format))
      throw run.misuse(`invalid line numbering format: '${this.#format}'`)
    this.#keepsNumber = options.has('p')
    const given = options.value('d') ?? '\\:'
    const mark = given.length === 1 ? `${given}:` : given
    this.#marks =
      mark === ''
        ? new Map()
        : new Map([
            [mark.repeat(3), 'header'],
            [mark.repeat(2), 'body'],
            [mark, 'footer'],
          ])
    this.#number = this.#start
  }

  next(line: string): string {
    const section = this.#marks.get(line)
    if (section !== undefined) {
      this.#section = section
      if (!this.#keepsNumber) this.#number = this.#start
      return ''
    }
    if (!this.#isNumbered(line)) return ' '.repeat(this.#width + this.#separator.length) + line
    const text = this.#format === 'ln' ? String(this.#number).padEnd(this.#width) : this.#right()
    this.#number += this.#step
    return text + this.#separator + line
  }

  #isNumbered(line: string): boolean {
    if (line !== '' || !this.#numbersAll(this.#section) || this.#blanksInOne === 1) {
      this.#blanks = 0
      return this.#styles[this.#section](line)
    }
    this.#blanks = (this.#blanks + 1) % this.#blanksInOne
    return this.#blanks === 0
  }

  #right(): string {
    if (this.#format === 'rn') return String(this.#number).padStart(this.#width)
    const sign = this.#number < 0 ? '-' : ''
    return sign + String(Math.abs(this.#number)).padStart(this.#width - sign.length, '0')
  }
}

function styleOf(run: StreamRun, text: string, section: Section): Style {
  if (text === 'a') return () => true
  if (text === 't') return (line) => line !== ''
  if (text === 'n') return () => false
  if (!text.startsWith('p')) throw run.misuse(`invalid ${section} numbering style: '${text}'`)
  try {
    const { find } = compilePosix(text.slice(1), { isExtended: false, needsLongest: false })
    return (line) => find(line, 0) !== undefined
  } catch (error) {
    if (!(error instanceof RegexError)) throw error
    throw new CommandError(error.message)
  }
}

function whole(text: string, what: string, least = -Infinity): number {
  if (!/^-?\d+$/.test(text) || Number(text) < least) throw new CommandError(`invalid ${what}: '${text}'`)
  return Number(text)
}
