/**
 * The lines that `git log --graph` draws in front of commits. Commits come in an order in which each is before its
 * parents. A column is a line that leads down to a commit which is still to come; a column takes two characters.
 *
 * What is drawn for a commit: a gap for a merge of more than two parents, the commit itself, the lines out of a merge,
 * and lines that move to the left until each is in its column.
 */

/** What the next line shows. */
type Part =
  /** Straight lines only: all of the commit is drawn. */
  | 'padding'
  /** The commit before was not drawn to its end. */
  | 'skip'
  /** Room for the lines of a merge of more than two parents. */
  | 'room'
  | 'commit'
  | 'merge'
  | 'collapse'

/** The slopes of a merge's lines, from left to right. */
const SLOPES = ['/', '|', '\\'] as const
const NONE = -1

export class CommitGraph {
  /** Of a commit: those that will be shown, too. */
  readonly #parentsOf: (oid: string) => readonly string[]
  #commit = ''
  #parents: readonly string[] = []
  #part: Part = 'padding'
  #before: Part = 'padding'
  /** The commit's column; that of the commit before. */
  #index = 0
  #indexBefore = 0
  #columns: readonly string[] = []
  #next: string[] = []
  /** For each character of a line: the column of `#next` to which what is drawn there leads. */
  #mapping: number[] = []
  #mappingBefore: readonly number[] = []
  #width = 0
  #roomRows = 0
  /** Where a merge's first line goes: 0 to the left, 1 straight down. */
  #layout = NONE
  /** Columns that the merge adds. */
  #added = 0
  #addedBefore = 0

  constructor(parentsOf: (oid: string) => readonly string[]) {
    this.#parentsOf = parentsOf
  }

  /** All that belongs to the commit has been drawn. */
  get isFinished(): boolean {
    return this.#part === 'padding'
  }

  /** Goes on to the next commit. */
  update(oid: string): void {
    this.#commit = oid
    this.#parents = this.#parentsOf(oid)
    this.#indexBefore = this.#index
    this.#updateColumns()
    this.#roomRows = 0
    // What was drawn last stays known: it decides how lines join.
    if (this.#part !== 'padding') this.#part = 'skip'
    else this.#part = this.#needsRoom() ? 'room' : 'commit'
  }

  nextLine(): { readonly text: string; readonly isCommit: boolean } {
    const part = this.#part
    return { text: this.#draw(part).padEnd(this.#width), isCommit: part === 'commit' }
  }

  /** A line that changes nothing, while the commit is not drawn yet. */
  padding(): string {
    if (this.#part !== 'commit') return this.nextLine().text
    const text = this.#columns
      .map((oid) =>
        oid === this.#commit && this.#parents.length > 2
          ? `|${' '.repeat((this.#parents.length - 2) * 2)}`
          : '| ',
      )
      .join('')
    this.#before = 'padding'
    return text.padEnd(this.#width)
  }

  #draw(part: Part): string {
    switch (part) {
      case 'padding':
        return this.#next.map(() => '| ').join('')
      case 'skip':
        this.#become(this.#needsRoom() ? 'room' : 'commit')
        return '...'
      case 'room':
        return this.#drawRoom()
      case 'commit':
        return this.#drawCommit()
      case 'merge':
        return this.#drawMerge()
      case 'collapse':
        return this.#drawCollapse()
      default:
        return part satisfies never
    }
  }

  #become(part: Part): void {
    this.#before = this.#part
    this.#part = part
  }

  #settle(): void {
    this.#become(this.#isSettled() ? 'padding' : 'collapse')
  }

  /** Each line is in its column. */
  #isSettled(): boolean {
    return this.#mapping.every((target, at) => target < 0 || target === at >> 1)
  }

  get #dashes(): number {
    return this.#parents.length + this.#layout - 3
  }

  #needsRoom(): boolean {
    return (
      this.#parents.length >= 3 && this.#index < this.#columns.length - 1 && this.#roomRows < this.#dashes * 2
    )
  }

  #updateColumns(): void {
    this.#columns = this.#next
    this.#next = []
    this.#mapping = Array<number>((this.#columns.length + this.#parents.length) * 2).fill(NONE)
    this.#width = 0
    this.#addedBefore = this.#added
    this.#added = 0
    for (const [at, oid] of this.#withCommit().entries()) {
      if (oid !== this.#commit) {
        this.#addColumn(oid, NONE)
        continue
      }
      this.#index = at
      this.#layout = NONE
      for (const parent of this.#parents) this.#addColumn(parent, at)
      if (this.#parents.length === 0) this.#width += 2
    }
    while (this.#mapping.length > 1 && (this.#mapping.at(-1) ?? NONE) < 0) this.#mapping.pop()
  }

  /** The columns, with one for the commit when none leads to it. */
  #withCommit(): readonly string[] {
    return this.#columns.includes(this.#commit) ? this.#columns : [...this.#columns, this.#commit]
  }

  /** `from` is the commit's column for one of its parents. */
  #addColumn(oid: string, from: number): void {
    const known = this.#next.indexOf(oid)
    const column = known < 0 ? this.#next.push(oid) - 1 : known
    let at = this.#width
    if (this.#parents.length > 1 && from !== NONE && this.#layout === NONE) {
      // The first parent of a merge: what is left of the merge draws it towards there.
      const distance = from - column
      const shift = distance > 1 ? 2 * distance - 3 : 1
      this.#layout = distance > 0 ? 0 : 1
      this.#added = this.#parents.length + this.#layout - 2
      at = this.#width + (this.#layout - 1) * shift
      this.#width += 2 * this.#layout
    } else if (this.#added > 0 && column === this.#mapping[this.#width - 2]) {
      // The last line of the merge leads where the line beside it does: they join at once.
      at = this.#width - 2
      this.#added = NONE
    } else this.#width += 2
    this.#mapping[at] = column
  }

  #drawRoom(): string {
    let seen = false
    let text = ''
    this.#columns.forEach((oid, at) => {
      if (oid === this.#commit) {
        seen = true
        text += `|${' '.repeat(this.#roomRows)}`
      } else if (seen && this.#roomRows > 0) text += '\\'
      else text += seen && this.#before === 'merge' && this.#indexBefore < at ? '\\' : '|'
      text += ' '
    })
    this.#roomRows += 1
    if (!this.#needsRoom()) this.#become('commit')
    return text
  }

  #drawCommit(): string {
    let seen = false
    let text = ''
    this.#withCommit().forEach((oid, at) => {
      if (oid === this.#commit) {
        seen = true
        text += '*'
        if (this.#parents.length > 2) text += '--'.repeat(this.#dashes).replace(/-$/, '.')
      } else text += this.#besideCommit(seen, at)
      text += ' '
    })
    if (this.#parents.length > 1) this.#become('merge')
    else this.#settle()
    return text
  }

  #besideCommit(isRight: boolean, at: number): string {
    if (isRight && this.#added > 1) return '\\'
    if (isRight && this.#added === 1) {
      const isPushed = this.#before === 'merge' && this.#addedBefore > 0 && this.#indexBefore < at
      return isPushed ? '\\' : '|'
    }
    const wasThere = this.#before === 'collapse' && this.#mappingBefore[2 * at + 1] === at
    return wasThere && (this.#mapping[2 * at] ?? NONE) < at ? '/' : '|'
  }

  #drawMerge(): string {
    const [first] = this.#parents
    let seen = false
    let hasFirst = false
    let text = ''
    this.#withCommit().forEach((oid, at) => {
      if (oid === this.#commit) {
        seen = true
        text += this.#slopes()
        if (this.#added === 0) text += ' '
      } else if (seen) text += this.#added > 0 ? '\\ ' : '| '
      else {
        text += '|'
        if (this.#layout !== 0 || at !== this.#index - 1) text += hasFirst ? '_' : ' '
      }
      if (oid === first) hasFirst = true
    })
    this.#settle()
    return text
  }

  /** Out of the merge itself, one for each parent. */
  #slopes(): string {
    let text = ''
    let slope = this.#layout
    this.#parents.forEach((_, nth) => {
      text += SLOPES[slope] ?? ''
      if (slope < 2) slope += 1
      else if (this.#added > 0 || nth < this.#parents.length - 1) text += ' '
    })
    return text
  }

  #drawCollapse(): string {
    const edge = this.#collapse()
    let text = ''
    let isHorizontal = false
    for (let at = 0; at < this.#mapping.length; at += 1) {
      const target = this.#mapping[at] ?? NONE
      if (target < 0) text += ' '
      else if (target * 2 === at) text += '|'
      else if (target === edge.target && at !== edge.at - 1) {
        // Only its leftmost part goes on with the next line.
        if (at !== target * 2 + 3) this.#mapping[at] = NONE
        isHorizontal = true
        text += '_'
      } else {
        if (isHorizontal && at < edge.at) this.#mapping[at] = NONE
        text += '/'
      }
    }
    if (this.#isSettled()) this.#become('padding')
    return text
  }

  /** Moves each line towards its column; the first that moves goes all the way in one line, where nothing is in between. */
  #collapse(): { readonly at: number; readonly target: number } {
    const from = this.#mapping
    const to = Array<number>(from.length).fill(NONE)
    let edge = { at: NONE, target: NONE }
    const draw = (at: number, target: number, start: number): void => {
      if (edge.at !== NONE) return
      edge = { at, target }
      for (let between = target * 2 + 3; between < start - 2; between += 2) to[between] = target
    }
    from.forEach((target, at) => {
      if (target < 0) return
      if (target * 2 === at) {
        to[at] = target
        return
      }
      const left = to[at - 1] ?? NONE
      if (left < 0) {
        to[at - 1] = target
        draw(at, target, at)
      } else if (left !== target) {
        // Over the line to the left: what is left of that is always free.
        to[at - 2] = target
        draw(at - 1, target, at)
      }
    })
    this.#mappingBefore = [...to]
    if ((to.at(-1) ?? NONE) < 0) to.pop()
    this.#mapping = to
    return edge
  }
}
