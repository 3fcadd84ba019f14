/**
 * Whether a command goes on in the next line, as bash would ask for more: an open quote, bracket, here-document or
 * compound command. Undecided text counts as complete; the shell then reports the missing part.
 */
export function isIncomplete(command: string): boolean {
  try {
    return new Scan(command).run()
  } catch (error) {
    if (error instanceof TooDeep) return false
    throw error
  }
}

/** Substitutions and quotes in one another, more than anybody types: the stack has an end. */
const MOST_NESTED = 250

class TooDeep extends Error {}

const OPENERS: ReadonlyMap<string, string> = new Map([
  ['if', 'fi'],
  ['case', 'esac'],
  ['do', 'done'],
  ['{', '}'],
])
/** The closer of `((` and `$((`. */
const ARITHMETIC = '))'
const CLOSERS = new Set(OPENERS.values())
/** After these a command begins. */
const BEFORE_COMMAND = new Set(['then', 'else', 'elif', 'do', 'if', 'while', 'until', '!', '{', 'time'])

class Scan {
  readonly #text: string
  #at = 0
  readonly #open: string[] = []
  /** How many of these are {@link ARITHMETIC}. */
  #expressions = 0
  readonly #documents: { readonly end: string; readonly stripsTabs: boolean }[] = []
  #word = ''
  #isQuoted = false
  #atCommand = true
  /** `for x in …` and `case x in …` have a `do` or a body still to come. */
  #loops = 0
  /** How many substitutions and quotes this is in. */
  #depth: number

  constructor(text: string, at = 0, depth = 0) {
    this.#text = text
    this.#at = at
    this.#depth = depth
  }

  run(): boolean {
    while (this.#at < this.#text.length) {
      const isOpen = this.#step(this.#text.charAt(this.#at))
      if (isOpen) return true
    }
    this.#endWord()
    return this.#open.length > 0 || this.#loops > 0 || this.#documents.length > 0 || this.#endsInOperator()
  }

  /** The index of the `)` that nothing here has opened; undefined when the text ends before it. */
  closing(): number | undefined {
    while (this.#at < this.#text.length) {
      const letter = this.#text.charAt(this.#at)
      if (letter === ')') {
        this.#endWord()
        if (this.#open.length === 0) return this.#at
      }
      if (this.#step(letter)) return undefined
    }
    return undefined
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
        return this.#skipSingle()
      case '"':
        return this.#skipQuoted('"')
      case '`':
        return this.#skipBackticks()
      case '#':
        if (this.#word === '' && !this.#isQuoted) return this.#comment()
        return this.#take(letter)
      case '<':
        // In arithmetic `<<` shifts.
        return this.#expressions > 0 ? this.#take(letter) : this.#hereDocument()
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
    if (bracket === ARITHMETIC) this.#expressions += 1
    this.#atCommand = true
    this.#at += bracket.length
    return false
  }

  #closeBracket(): boolean {
    this.#endWord()
    const bracket = this.#open.at(-1)
    this.#at += 1
    if (bracket === ')') this.#open.pop()
    if (bracket === ARITHMETIC) {
      this.#open.pop()
      this.#expressions -= 1
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

  #skipSingle(): boolean {
    const end = this.#text.indexOf("'", this.#at + 1)
    this.#at = end + 1
    this.#isQuoted = true
    return end < 0
  }

  #skipBackticks(): boolean {
    this.#at += 1
    this.#isQuoted = true
    while (this.#at < this.#text.length) {
      const letter = this.#text.charAt(this.#at)
      this.#at += letter === '\\' ? 2 : 1
      if (letter === '`') return false
    }
    return true
  }

  /** From the opening `"` or `${` behind its closing one; quotes begin anew in each substitution. */
  #skipQuoted(end: '"' | '}'): boolean {
    this.#isQuoted = true
    this.#at += end === '"' ? 1 : 2
    this.#enter()
    while (this.#at < this.#text.length) {
      const letter = this.#text.charAt(this.#at)
      if (letter === end) {
        this.#at += 1
        this.#depth -= 1
        return false
      }
      if (this.#isOpenIn(letter, end)) return true
    }
    return true
  }

  #enter(): void {
    if (this.#depth >= MOST_NESTED) throw new TooDeep()
    this.#depth += 1
  }

  /** One step inside of quotes or braces: true when the text ends inside of what begins here. */
  #isOpenIn(letter: string, end: '"' | '}'): boolean {
    if (this.#text.startsWith('$(', this.#at)) return this.#skipSubstitution()
    if (this.#text.startsWith('${', this.#at)) return this.#skipQuoted('}')
    if (letter === '`') return this.#skipBackticks()
    if (letter === '"') return this.#skipQuoted('"')
    if (letter === "'" && end === '}') return this.#skipSingle()
    this.#at += letter === '\\' ? 2 : 1
    return false
  }

  #skipSubstitution(): boolean {
    this.#enter()
    const closing = new Scan(this.#text, this.#at + 2, this.#depth).closing()
    this.#depth -= 1
    this.#at = (closing ?? this.#text.length) + 1
    return closing === undefined
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
