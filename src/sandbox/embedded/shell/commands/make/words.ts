/** Words and `%` patterns. */

export function wordsOf(text: string): string[] {
  return text.split(/[ \t\n]+/).filter((word) => word !== '')
}

/** The part of `word` that `%` matches; undefined if the pattern does not match. */
export function stemOf(pattern: string, word: string): string | undefined {
  const cut = pattern.indexOf('%')
  if (cut < 0) return pattern === word ? '' : undefined
  const [before, after] = [pattern.slice(0, cut), pattern.slice(cut + 1)]
  const fits = word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after)
  return fits ? word.slice(before.length, word.length - after.length) : undefined
}

export function withStem(pattern: string, stem: string): string {
  const cut = pattern.indexOf('%')
  return cut < 0 ? pattern : pattern.slice(0, cut) + stem + pattern.slice(cut + 1)
}

export function patternSubstitute(pattern: string, replacement: string, text: string): string {
  return wordsOf(text)
    .map((word) => {
      const stem = stemOf(pattern, word)
      if (stem === undefined) return word
      return pattern.includes('%') ? withStem(replacement, stem) : replacement
    })
    .join(' ')
}

/** `$(name:from=to)`. */
export function substituteReference(text: string, from: string, to: string): string {
  if (from.includes('%')) return patternSubstitute(from, to, text)
  return patternSubstitute(`%${from}`, `%${to}`, text)
}

/** With its slash; `./` where there is none. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? './' : path.slice(0, cut + 1)
}

export function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function suffixOf(path: string): string {
  const file = fileOf(path)
  const cut = file.lastIndexOf('.')
  return cut < 0 ? '' : file.slice(cut)
}
