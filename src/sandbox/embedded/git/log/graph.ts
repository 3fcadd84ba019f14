/**
 * The lines that `git log --graph` draws in front of commits. Commits come in an order in which each is before its
 * parents. A column is a line that leads down to a commit which is still to come; a column takes two characters.
 *
 * What is drawn for a commit: a gap for a merge of more than two parents, the commit itself, the lines out of a merge,
 * and lines that move to the left until each is in its column.
 */

/** Kind of the next line. */
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

const COLORS = ['31', '32', '33', '34', '35', '36', '1;31', '1;32', '1;33', '1;34', '1;35', '1;36']

/** The slopes of a merge's lines, from left to right. */
const SLOPES = ['/', '|', '\\'] as const
const NONE = -1

export class CommitGraph {
  /** The commit's parents, limited to commits that are shown. */
  readonly #parentsOf: (oid: string) => readonly string[]
  #commit = ''
  #mark = '*'
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
  /** Direction of a merge's first line: 0 to the left, 1 straight down. */
  #layout = NONE
  /** Columns that the merge adds. */
  #added = 0
  #addedBefore = 0
  /** Numbers of `COLORS` by column. */
  #colors: readonly number[] = []
  #nextColors: number[] = []
  #color = COLORS.length - 1
  readonly #usesColor: boolean

  constructor(parentsOf: (oid: string) => readonly string[], usesColor = false) {
    this.#parentsOf = parentsOf
    this.#usesColor = usesColor
  }

  /** All that belongs to the commit has been drawn. */
  get isFinished(): boolean {
    return this.#part === 'padding'
  }

  /** Goes on to the next commit. */
  update(oid: string, mark: string = '*'): void {
    this.#commit = oid
    this.#mark = mark
    this.#parents = this.#parentsOf(oid)
    this.#indexBefore = this.#index
    this.#updateColumns()
    this.#roomRows = 0
    // `#before` is not reset: it decides how lines join.
    if (this.#part !== 'padding') this.#part = 'skip'
    else this.#part = this.#needsRoom() ? 'room' : 'commit'
  }

  nextLine(): { readonly text: string; readonly isCommit: boolean } {
    const part = this.#part
    return { text: this.#fill(this.#draw(part)), isCommit: part === 'commit' }
  }

  /** A line that changes nothing, while the commit is not drawn yet. */
  padding(): string {
    if (this.#part !== 'commit') return this.nextLine().text
    const text = this.#columns
      .map((oid, at) => {
        const line = this.#paint('|', 'columns', at)
        return oid === this.#commit && this.#parents.length > 2
          ? line + ' '.repeat((this.#parents.length - 2) * 2)
          : `${line} `
      })
      .join('')
    this.#before = 'padding'
    return this.#fill(text)
  }

  /** To the width of what is drawn, without counting colours. */
  #fill(text: string): string {
    const width = this.#usesColor ? text.replace(/\x1b\[[\d;]*m/g, '').length : text.length
    return text + ' '.repeat(Math.max(0, this.#width - width))
  }

  /** In the colour of a column as it was, or as it will be. */
  #paint(text: string, of: 'columns' | 'next', column: number): string {
    const color = (of === 'columns' ? this.#colors : this.#nextColors)[column]
    const code = this.#usesColor && color !== undefined ? COLORS[color] : undefined
    return code === undefined ? text : `\x1b[${code}m${text}\x1b[m`
  }

  #draw(part: Part): string {
    switch (part) {
      case 'padding':
        return this.#next.map((_, at) => `${this.#paint('|', 'next', at)} `).join('')
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
    this.#colors = this.#nextColors
    this.#next = []
    this.#nextColors = []
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
      const isNew = !this.#columns.includes(oid)
      for (const parent of this.#parents) {
        if (this.#parents.length > 1 || isNew) this.#color = (this.#color + 1) % COLORS.length
        this.#addColumn(parent, at)
      }
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
    if (known < 0) this.#nextColors.push(this.#colors[this.#columns.indexOf(oid)] ?? this.#color)
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
        text += this.#paint('|', 'columns', at) + ' '.repeat(this.#roomRows)
      } else if (seen && this.#roomRows > 0) text += this.#paint('\\', 'columns', at)
      else {
        const isPushed = seen && this.#before === 'merge' && this.#indexBefore < at
        text += this.#paint(isPushed ? '\\' : '|', 'columns', at)
      }
      text += ' '
    })
    this.#roomRows += 1
    if (!this.#needsRoom()) this.#become('commit')
    return text
  }

  #drawDashes(): string {
    return Array.from({ length: this.#dashes }, (_, nth) => {
      const column = this.#mapping[(this.#index + nth + 2) * 2] ?? NONE
      const end = nth === this.#dashes - 1 ? '.' : '-'
      return this.#paint('-', 'next', column) + this.#paint(end, 'next', column)
    }).join('')
  }

  #drawCommit(): string {
    const mark = this.#mark
    let seen = false
    let text = ''
    this.#withCommit().forEach((oid, at) => {
      if (oid === this.#commit) {
        seen = true
        text += mark
        if (this.#parents.length > 2) text += this.#drawDashes()
      } else text += this.#paint(this.#besideCommit(seen, at), 'columns', at)
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
    let firstColumn = NONE
    let text = ''
    this.#withCommit().forEach((oid, at) => {
      if (oid === this.#commit) {
        seen = true
        text += this.#slopes()
        if (this.#added === 0) text += ' '
      } else if (seen) text += `${this.#paint(this.#added > 0 ? '\\' : '|', 'columns', at)} `
      else {
        text += this.#paint('|', 'columns', at)
        if (this.#layout !== 0 || at !== this.#index - 1)
          text += firstColumn === NONE ? ' ' : this.#paint('_', 'columns', firstColumn)
      }
      if (oid === first) firstColumn = at
    })
    this.#settle()
    return text
  }

  /** Out of the merge itself, one for each parent. */
  #slopes(): string {
    let text = ''
    let slope = this.#layout
    this.#parents.forEach((parent, nth) => {
      text += this.#paint(SLOPES[slope] ?? '', 'next', this.#next.indexOf(parent))
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
      else if (target * 2 === at) text += this.#paint('|', 'next', target)
      else if (target === edge.target && at !== edge.at - 1) {
        // Only its leftmost part goes on with the next line.
        if (at !== target * 2 + 3) this.#mapping[at] = NONE
        isHorizontal = true
        text += this.#paint('_', 'next', target)
      } else {
        if (isHorizontal && at < edge.at) this.#mapping[at] = NONE
        text += this.#paint('/', 'next', target)
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
