/**
 * Whether a command goes on in the next line, as bash would ask for more: an open quote, bracket, here-document or
 * compound command. What it cannot tell counts as complete; the shell then says what is missing.
 */
export function isIncomplete(command: string): boolean {
  const scan = new Scan(command)
  return scan.run()
}

const OPENERS: ReadonlyMap<string, string> = new Map([
  ['if', 'fi'],
  ['case', 'esac'],
  ['do', 'done'],
  ['{', '}'],
])
/** What closes `((` and `$((`. */
const ARITHMETIC = '))'
const CLOSERS = new Set(OPENERS.values())
/** After these a command begins. */
const BEFORE_COMMAND = new Set(['then', 'else', 'elif', 'do', 'if', 'while', 'until', '!', '{', 'time'])

class Scan {
  readonly #text: string
  #at = 0
  readonly #open: string[] = []
  readonly #documents: { readonly end: string; readonly stripsTabs: boolean }[] = []
  #word = ''
  #isQuoted = false
  #atCommand = true
  /** `for x in …` and `case x in …` have a `do` or a body still to come. */
  #loops = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): boolean {
    while (this.#at < this.#text.length) {
      const isOpen = this.#step(this.#text.charAt(this.#at))
      if (isOpen) return true
    }
    this.#endWord()
    return this.#open.length > 0 || this.#loops > 0 || this.#documents.length > 0 || this.#endsInOperator()
  }

  /** True when the text ends inside of what begins here. */
  #step(letter: string): boolean {
    switch (letter) {
      case '\\':
        if (this.#at + 1 >= this.#text.length) return true
        this.#word += this.#text.charAt(this.#at + 1)
        this.#isQuoted = true
        this.#at += 2
        return false
      case "'":
        return this.#skip(/[^']*'/y)
      case '"':
        return this.#skip(/(?:[^"\\]|\\[^])*"/y)
      case '`':
        return this.#skip(/(?:[^`\\]|\\[^])*`/y)
      case '#':
        if (this.#word === '' && !this.#isQuoted) return this.#comment()
        return this.#take(letter)
      case '<':
        // In arithmetic `<<` shifts.
        return this.#open.includes(ARITHMETIC) ? this.#take(letter) : this.#hereDocument()
      case '\n':
        this.#endWord()
        this.#at += 1
        this.#atCommand = true
        return this.#readDocuments()
      case '(':
        return this.#openBracket()
      case ')':
        return this.#closeBracket()
      case ';':
      case '&':
      case '|':
        this.#endWord()
        this.#atCommand = true
        this.#at += 1
        return false
      case ' ':
      case '\t':
        this.#endWord()
        this.#at += 1
        return false
      default:
        return this.#take(letter)
    }
  }

  #openBracket(): boolean {
    const bracket = this.#text.startsWith('((', this.#at) ? ARITHMETIC : ')'
    this.#endWord()
    this.#open.push(bracket)
    this.#atCommand = true
    this.#at += bracket.length
    return false
  }

  #closeBracket(): boolean {
    const bracket = this.#open.at(-1)
    this.#endWord()
    this.#at += 1
    if (bracket === ')') this.#open.pop()
    if (bracket === ARITHMETIC) {
      this.#open.pop()
      // One bracket alone: it was a subshell in a subshell.
      if (this.#text.charAt(this.#at) === ')') this.#at += 1
      else this.#open.push(')')
    }
    // The body of a function or of a case, or what a subshell is the condition of.
    this.#atCommand = true
    return false
  }

  #take(letter: string): boolean {
    this.#word += letter
    this.#at += 1
    return false
  }

  #skip(rest: RegExp): boolean {
    rest.lastIndex = this.#at + 1
    const found = rest.exec(this.#text)
    if (found === null) return true
    this.#at = rest.lastIndex
    this.#isQuoted = true
    return false
  }

  #comment(): boolean {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
    return false
  }

  #hereDocument(): boolean {
    const start = /<<(-?)[ \t]*(?:'([^']*)'|"([^"]*)"|\\?([^\s;&|<>()'"]+))/y
    start.lastIndex = this.#at
    const found = this.#text.startsWith('<<<', this.#at) ? null : start.exec(this.#text)
    this.#endWord()
    if (found === null) {
      this.#at += /^<+/.exec(this.#text.slice(this.#at))?.[0].length ?? 1
      return false
    }
    this.#documents.push({ end: found[2] ?? found[3] ?? found[4] ?? '', stripsTabs: found[1] === '-' })
    this.#at = start.lastIndex
    return false
  }

  #readDocuments(): boolean {
    for (let next = this.#documents[0]; next !== undefined; next = this.#documents[0]) {
      const { end, stripsTabs } = next
      for (;;) {
        if (this.#at >= this.#text.length) return true
        const newline = this.#text.indexOf('\n', this.#at)
        const line = this.#text.slice(this.#at, newline < 0 ? undefined : newline)
        this.#at = newline < 0 ? this.#text.length : newline + 1
        if ((stripsTabs ? line.replace(/^\t+/, '') : line) === end) break
      }
      this.#documents.shift()
    }
    return false
  }

  #endWord(): void {
    const word = this.#word
    const isPlain = !this.#isQuoted
    this.#word = ''
    this.#isQuoted = false
    if (word === '' && isPlain) return
    const wasAtCommand = this.#atCommand
    this.#atCommand = wasAtCommand && isPlain && (BEFORE_COMMAND.has(word) || /^\w+=/.test(word))
    if (!isPlain || !wasAtCommand) return
    if (['for', 'while', 'until', 'select'].includes(word)) this.#loops += 1
    if (word === 'do' && this.#loops > 0) this.#loops -= 1
    const closer = OPENERS.get(word)
    if (closer !== undefined) this.#open.push(closer)
    else if (CLOSERS.has(word) && this.#open.at(-1) === word) this.#open.pop()
  }

  #endsInOperator(): boolean {
    return /(?:\|\|?|&&)\s*$/.test(this.#text)
  }
}
