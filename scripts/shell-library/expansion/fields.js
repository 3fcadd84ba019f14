/**
 * The fields that a word comes apart into. A delimiter is looked for in the whole word, wherever its parts meet: the library
 * does it part by part, and loses the fields that lie between two of them.
 */

const WHITE = ' \t\n'

/**
 * `expand` gives a part's text, `defaultParts` the parts of a default that stands in its place, or null, `valuesOf` what a quoted
 * one of these stands for, which is several with `"$@"`; `push` adds a field to the result, which has a ceiling.
 */
export async function liveFields({ parts, separators, expand, isSplittable, defaultParts, valuesOf, push }) {
  const pieces = []
  for (const part of parts) {
    // A value that `:=` has assigned is split like any other, quotes or not.
    const splits = isSplittable(part)
    const isAssigned = part.operation?.type === 'AssignDefault'
    const given = splits && !isAssigned ? await defaultParts(part) : null
    // Its quoted parts are not split.
    const inner = given?.some(isQuoted) ? given : null
    if (inner === null) pieces.push({ value: await expand(part), splits, isQuoted: isQuoted(part) })
    for (const each of inner ?? [])
      if (isQuoted(each)) pieces.push({ values: await valuesOf(each) })
      else pieces.push({ value: await expand(each), splits: true })
  }
  const fields = new Fields(separators, push)
  for (const piece of pieces) fields.take(piece)
  return fields.end()
}

function isQuoted({ type }) {
  return type === 'DoubleQuoted' || type === 'SingleQuoted'
}

class Fields {
  #separators
  #push
  #fields = []
  /** The one that grows; undefined between two. */
  #open
  /** White space has ended the last one: a separator of another kind that follows belongs to it. */
  #endedByWhite = false

  constructor(separators, push) {
    this.#separators = separators
    this.#push = push
  }

  take({ value, values, splits, isQuoted }) {
    if (values !== undefined) this.#addEach(values)
    else if (splits) this.#split(value)
    else if (value !== '' || isQuoted) this.#add(value)
  }

  end() {
    if (this.#open !== undefined) this.#close()
    return this.#fields
  }

  #split(value) {
    let from = 0
    for (let at = 0; at <= value.length; at += 1) {
      const isDelimiter = at < value.length && this.#separators.includes(value[at])
      if (!isDelimiter && at < value.length) continue
      if (at > from) this.#add(value.slice(from, at))
      from = at + 1
      if (isDelimiter) this.#delimit(WHITE.includes(value[at]))
    }
  }

  #delimit(isWhite) {
    if (this.#open !== undefined) {
      this.#close()
      this.#endedByWhite = isWhite
    } else if (!isWhite) {
      if (!this.#endedByWhite) this.#push(this.#fields, '')
      this.#endedByWhite = false
    }
  }

  /** The first continues the field that is open, and the last can be continued. */
  #addEach(values) {
    for (const [at, value] of values.entries()) {
      if (at > 0) this.#close()
      this.#add(value)
    }
  }

  #add(text) {
    this.#open = (this.#open ?? '') + text
    this.#endedByWhite = false
  }

  #close() {
    this.#push(this.#fields, this.#open)
    this.#open = undefined
  }
}
