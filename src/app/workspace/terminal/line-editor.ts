/** The line at the prompt: its text, its cursor, what was killed, and the way through the history. */
import type { Key, KeyAction } from './keys.ts'

/** Work for the terminal beyond drawing the line anew. */
export type Effect = 'none' | 'submit' | 'interrupt' | 'end' | 'clear' | 'complete' | 'bell'

interface Search {
  query: string
  /** Place in the history of what is found; the history's length when nothing is. */
  at: number
  readonly before: { readonly text: string; readonly cursor: number }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export class LineEditor {
  text = ''
  /** In UTF-16 units, between two letters. */
  cursor = 0
  #killed = ''
  #search: Search | undefined
  /** Place in the history; its length is the line that is new. */
  #place: number | undefined
  #fresh = ''
  readonly #history: () => readonly string[]

  /** `history` is asked each time: other terminals add to it. Oldest first. */
  constructor(history: () => readonly string[]) {
    this.#history = history
  }

  /** The search in the history; undefined when there is none. */
  get searching(): { readonly query: string; readonly failed: boolean } | undefined {
    if (this.#search === undefined) return undefined
    const { query, at } = this.#search
    return { query, failed: query !== '' && at >= this.#history().length }
  }

  set(text: string, cursor = text.length): void {
    this.text = text
    this.cursor = cursor
  }

  /** An empty line, with the history from its end. */
  reset(): void {
    this.set('')
    this.#search = undefined
    this.#place = undefined
  }

  insert(text: string): void {
    this.text = this.text.slice(0, this.cursor) + text + this.text.slice(this.cursor)
    this.cursor += text.length
  }

  press(key: Key): Effect {
    if (this.#search !== undefined) {
      const effect = this.#pressInSearch(this.#search, key)
      if (effect !== undefined) return effect
    }
    if (key.type === 'text') {
      this.insert(key.text)
      return 'none'
    }
    return this.#act(key.action)
  }

  #act(action: KeyAction): Effect {
    const { text, cursor } = this
    switch (action) {
      case 'submit':
        this.cursor = text.length
        return 'submit'
      case 'newline':
        this.insert('\n')
        return 'none'
      case 'interrupt':
        return 'interrupt'
      case 'clear':
        return 'clear'
      case 'complete':
        return 'complete'
      case 'end-of-input':
        return text === '' ? 'end' : this.#remove(cursor, this.#next(), false)
      case 'backspace':
        return this.#remove(this.#previous(), cursor, false)
      case 'delete':
        return this.#remove(cursor, this.#next(), false)
      case 'left':
        return this.#move(this.#previous())
      case 'right':
        return this.#move(this.#next())
      case 'word-left':
        return this.#move(wordStart(text, cursor))
      case 'word-right':
        return this.#move(wordEnd(text, cursor))
      case 'home':
        return this.#move(lineStart(text, cursor))
      case 'end':
        return this.#move(lineEnd(text, cursor))
      case 'kill-end':
        return this.#remove(cursor, lineEnd(text, cursor), true)
      case 'kill-start':
        return this.#remove(lineStart(text, cursor), cursor, true)
      case 'kill-word':
        return this.#remove(cursor - (/\S*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0), cursor, true)
      case 'kill-word-left':
        return this.#remove(wordStart(text, cursor), cursor, true)
      case 'kill-word-right':
        return this.#remove(cursor, wordEnd(text, cursor), true)
      case 'yank':
        this.insert(this.#killed)
        return 'none'
      case 'transpose':
        return this.#transpose()
      case 'up':
        return this.#recall(-1)
      case 'down':
        return this.#recall(1)
      case 'search':
        this.#search = { query: '', at: this.#history().length, before: { text, cursor } }
        return 'none'
      case 'cancel':
        return 'none'
      default:
        return action satisfies never
    }
  }

  #move(to: number): Effect {
    if (to === this.cursor) return 'bell'
    this.cursor = to
    return 'none'
  }

  #remove(from: number, to: number, keep: boolean): Effect {
    if (from === to) return 'bell'
    if (keep) this.#killed = this.text.slice(from, to)
    this.text = this.text.slice(0, from) + this.text.slice(to)
    this.cursor = from
    return 'none'
  }

  #transpose(): Effect {
    if (this.cursor === 0 || this.text.length < 2) return 'bell'
    const at = this.cursor === this.text.length ? this.#previous() : this.cursor
    const [left, right] = [this.text.slice(0, at), this.text.slice(at)]
    const before = lastLetter(left)
    const after = firstLetter(right)
    if (before === '') return 'bell'
    this.text = left.slice(0, left.length - before.length) + after + before + right.slice(after.length)
    this.cursor = at + after.length
    return 'none'
  }

  #previous(): number {
    return this.cursor - lastLetter(this.text.slice(0, this.cursor)).length
  }

  #next(): number {
    return this.cursor + firstLetter(this.text.slice(this.cursor)).length
  }

  #recall(step: -1 | 1): Effect {
    const history = this.#history()
    const from = Math.min(this.#place ?? history.length, history.length)
    const to = from + step
    if (to < 0 || to > history.length) return 'bell'
    if (from === history.length) this.#fresh = this.text
    this.#place = to
    this.set(history[to] ?? this.#fresh)
    return 'none'
  }

  /** Undefined: the search is over, and the key means what it means without it. */
  #pressInSearch(search: Search, key: Key): Effect | undefined {
    if (key.type === 'text') {
      search.query += key.text
      return this.#find(search, Math.min(search.at, this.#history().length - 1))
    }
    switch (key.action) {
      case 'search':
        return this.#find(search, search.at - 1)
      case 'backspace':
        search.query = search.query.slice(0, search.query.length - lastLetter(search.query).length)
        return this.#find(search, this.#history().length - 1)
      case 'cancel':
      case 'interrupt':
        this.set(search.before.text, search.before.cursor)
        this.#search = undefined
        return 'none'
      default:
        this.#search = undefined
        return undefined
    }
  }

  /** The next one from there, towards older lines; with none the line stays as it is. */
  #find(search: Search, from: number): Effect {
    const history = this.#history()
    if (search.query === '') return 'none'
    for (let at = Math.min(from, history.length - 1); at >= 0; at -= 1) {
      const line = history[at] ?? ''
      const place = line.lastIndexOf(search.query)
      if (place < 0) continue
      search.at = at
      this.#place = at
      this.set(line, place)
      return 'none'
    }
    search.at = history.length
    return 'bell'
  }
}

function lastLetter(text: string): string {
  // The last line is enough: segmenting a long paste for each key would be felt.
  const tail = text.slice(-64)
  return [...graphemes.segment(tail)].at(-1)?.segment ?? ''
}

function firstLetter(text: string): string {
  return [...graphemes.segment(text.slice(0, 64))][0]?.segment ?? ''
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Words of readline: letters and digits. */
function wordStart(text: string, at: number): number {
  return at - (/[\p{L}\p{N}]*[^\p{L}\p{N}]*$/u.exec(text.slice(0, at))?.[0].length ?? 0)
}

function wordEnd(text: string, at: number): number {
  return at + (/^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(text.slice(at))?.[0].length ?? 0)
}
