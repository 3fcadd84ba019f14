/** Reads makefile text, line by line. */
import { assign } from './assign.ts'
import type { Expander } from './expand.ts'
import { MakeError } from './make-error.ts'
import type { Makefile, RecipeLine } from './makefile.ts'
import { Conditionals } from './conditionals.ts'
import { addRule, type RuleDraft } from './rules.ts'

interface Line {
  readonly text: string
  readonly number: number
}

const ASSIGNMENT = /^([^\s:#=!+?][^\s=:#]*?|[^\s:#=]+?)\s*(::?:?=|\?=|\+=|!=|=)[ \t]*([^]*)$/
const MAX_INCLUDES = 100

export interface MakefileSource {
  /** Undefined when there is no such file. */
  read(path: string): string | undefined
}

export class MakefileReader {
  readonly #makefile: Makefile
  readonly #expander: Expander
  readonly #source: MakefileSource
  readonly #readings: Reading[] = []
  #depth = 0

  constructor(parts: { makefile: Makefile; expander: Expander; source: MakefileSource }) {
    this.#makefile = parts.makefile
    this.#expander = parts.expander
    this.#source = parts.source
  }

  /** `FILE:LINE` of what is read now. */
  get place(): string | undefined {
    const reading = this.#readings.at(-1)
    return reading === undefined ? undefined : `${reading.file}:${reading.number}`
  }

  async read(text: string, file: string): Promise<void> {
    this.#depth += 1
    if (this.#depth > MAX_INCLUDES) throw new MakeError('makefiles include one another without end')
    const reading = new Reading(text, file)
    this.#readings.push(reading)
    try {
      while (reading.hasNext()) await this.#line(reading)
      this.#endRule(reading)
      if (reading.conditionals.isOpen) throw new MakeError("missing 'endif'")
    } catch (error) {
      if (!(error instanceof MakeError) || error.place !== undefined) throw error
      throw new MakeError(error.message, `${file}:${reading.number}`)
    } finally {
      this.#readings.pop()
    }
    this.#depth -= 1
  }

  async #line(reading: Reading): Promise<void> {
    const { text, number } = reading.next()
    reading.number = number
    if (text.startsWith('\t') && (reading.rule !== undefined || !reading.conditionals.isActive)) {
      if (reading.conditionals.isActive)
        reading.rule?.recipe.push({ text: text.slice(1), place: `${reading.file}:${number}` })
      return
    }
    const line = withoutComment(joinLines(text)).trim()
    if (line === '') return
    const { variables } = this.#makefile
    const expand = (part: string): Promise<string> => this.#expander.expand(part, variables)
    if (await reading.conditionals.take(line, expand, (name) => variables.get(name)?.value)) return
    if (!reading.conditionals.isActive) return
    if (await this.#directive(line, reading)) return
    if (await this.#assignment(line, this.#makefile)) return this.#endRule(reading)
    this.#endRule(reading)
    await this.#rule(line, text, reading)
  }

  /** True when the line was one. */
  async #directive(line: string, reading: Reading): Promise<boolean> {
    const [, word = '', rest = ''] = /^([-a-z]+)(?:[ \t]+([^]*))?$/.exec(line) ?? []
    switch (word) {
      case 'include':
      case '-include':
      case 'sinclude':
        this.#endRule(reading)
        await this.#include(rest, word === 'include')
        return true
      case 'define':
        this.#endRule(reading)
        await this.#define(rest, reading)
        return true
      case 'export':
      case 'unexport':
        if (/^\s*:(?!:?=)/.test(rest)) return false
        this.#endRule(reading)
        await this.#export(rest, word === 'export')
        return true
      case 'override': {
        this.#endRule(reading)
        const isDefine = /^define\b/.test(rest)
        if (isDefine) await this.#define(rest.slice('define'.length).trim(), reading, 'override')
        else await this.#assignment(rest, this.#makefile, 'override')
        return true
      }
      case 'undefine':
        this.#makefile.variables.remove((await this.#expander.expand(rest, this.#makefile.variables)).trim())
        return true
      case 'vpath':
      case 'load':
        throw new MakeError(`${word} is not supported here`)
      default:
        return false
    }
  }

  async #include(rest: string, mustExist: boolean): Promise<void> {
    const names = (await this.#expander.expand(rest, this.#makefile.variables)).split(/\s+/)
    for (const name of names.filter((one) => one !== '')) {
      const found = /[*?[]/.test(name) ? this.#expander.surroundings.wildcard(name) : [name]
      for (const file of found) {
        const text = this.#source.read(file)
        if (text !== undefined) await this.read(text, file)
        else if (mustExist) {
          this.#expander.surroundings.missing(`${this.place ?? ''}: ${file}: No such file or directory`)
          throw new MakeError(`No rule to make target '${file}'`, '')
        }
      }
    }
  }

  async #define(head: string, reading: Reading, origin: 'file' | 'override' = 'file'): Promise<void> {
    const [, name = '', operator = '='] = /^(\S+?)\s*([:+?!]*=)?$/.exec(head.trim()) ?? []
    const lines: string[] = []
    for (let depth = 1; ;) {
      if (!reading.hasNext()) throw new MakeError("missing 'endef', unterminated 'define'")
      const { text } = reading.next()
      if (/^\s*define\b/.test(text)) depth += 1
      if (/^\s*endef\b/.test(text)) depth -= 1
      if (depth === 0) break
      lines.push(text)
    }
    await assign(this.#expander, this.#makefile.variables, {
      name,
      operator,
      value: lines.join('\n'),
      origin,
    })
  }

  async #export(rest: string, isExported: boolean): Promise<void> {
    if (rest === '') {
      this.#makefile.exportsAll = isExported
      return
    }
    const name = ASSIGNMENT.exec(rest)?.[1]
    if (name !== undefined && (await this.#assignment(rest, this.#makefile))) {
      this.#makefile.exports.set(name, isExported)
      return
    }
    for (const one of (await this.#expander.expand(rest, this.#makefile.variables)).split(/\s+/))
      this.#makefile.exports.set(one, isExported)
  }

  async #assignment(
    line: string,
    { variables }: Makefile,
    origin: 'file' | 'override' = 'file',
  ): Promise<boolean> {
    const [, name, operator = '', value = ''] = ASSIGNMENT.exec(line) ?? []
    if (name === undefined || /^\$[({][^)}]*$/.test(name)) return false
    const expanded = (await this.#expander.expand(name, variables)).trim()
    if (expanded === '') throw new MakeError('empty variable name')
    await assign(this.#expander, variables, { name: expanded, operator, value, origin })
    return true
  }

  async #rule(line: string, raw: string, reading: Reading): Promise<void> {
    const { variables } = this.#makefile
    if (await this.#targetVariable(line)) return
    const semicolon = indexOutside(line, ';')
    const head = semicolon < 0 ? line : line.slice(0, semicolon)
    const expanded = await this.#expander.expand(head, variables)
    if (expanded.trim() === '' && semicolon < 0) return
    if (!expanded.includes(':')) {
      if (raw.startsWith('\t')) throw new MakeError('recipe commences before first target')
      const isSpaced = /^ {8}/.test(raw)
      throw new MakeError(`missing separator${isSpaced ? ' (did you mean TAB instead of 8 spaces?)' : ''}`)
    }
    const recipe: RecipeLine[] = []
    const place = `${reading.file}:${reading.number}`
    if (semicolon >= 0) recipe.push({ text: line.slice(semicolon + 1).trimStart(), place })
    reading.rule = { head: expanded, recipe, place }
  }

  /** `targets: NAME = VALUE`. True when the line was one. */
  async #targetVariable(line: string): Promise<boolean> {
    const colon = indexOutside(line, ':')
    const [, words = '', name, operator = '', value = ''] =
      /^\s*((?:override\s+|export\s+|private\s+)*)([^\s:=#+?]+)\s*(:?:?=|\?=|\+=)[ \t]*([^]*)$/.exec(
        line.slice(colon + 1),
      ) ?? []
    if (colon < 0 || name === undefined) return false
    const isOverride = words.includes('override')
    const targets = await this.#expander.expand(line.slice(0, colon), this.#makefile.variables)
    for (const target of targets.trim().split(/\s+/)) {
      const list = this.#makefile.targetVariables.get(target) ?? []
      list.push({ name, operator, value, isOverride })
      this.#makefile.targetVariables.set(target, list)
    }
    return true
  }

  #endRule(reading: Reading): void {
    const { rule } = reading
    reading.rule = undefined
    if (rule !== undefined) addRule(this.#makefile, rule)
  }
}

class Reading {
  readonly file: string
  readonly conditionals = new Conditionals()
  rule: RuleDraft | undefined
  number = 0
  readonly #lines: readonly string[]
  #at = 0

  constructor(text: string, file: string) {
    this.file = file
    this.#lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n')
  }

  hasNext(): boolean {
    return this.#at < this.#lines.length
  }

  /** With the lines that a backslash joins to it. */
  next(): Line {
    const number = this.#at + 1
    let text = this.#lines[this.#at++] ?? ''
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(text) && this.hasNext()) {
      text += `\n${this.#lines[this.#at++] ?? ''}`
    }
    return { text, number }
  }
}

/** Outside of recipes a backslash, the newline and the blanks around it are one blank. */
function joinLines(text: string): string {
  return text.replace(/[ \t]*\\\n[ \t]*/g, ' ')
}

/** First index of `char` outside of `$(…)`; -1 if there is none. */
function indexOutside(text: string, char: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (depth === 0 && text.charAt(at) === char) return at
    if (/^\$[({]/.test(text.slice(at, at + 2)) || (depth > 0 && /[({]/.test(text.charAt(at)))) depth += 1
    if (text.charAt(at) === '$') at += 1
    else if (depth > 0 && /[)}]/.test(text.charAt(at))) depth -= 1
  }
  return -1
}

function withoutComment(line: string): string {
  const cut = /(?:^|[^\\])#/.exec(line)
  const kept = cut === null ? line : line.slice(0, cut.index + (cut[0].length - 1))
  return kept.replace(/\\#/g, '#')
}
