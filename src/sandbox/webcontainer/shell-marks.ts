/**
 * Marks that `jsh --osc` puts between the lines, invisible on a screen: it asks for a line, a command begins,
 * or ends with a code. They arrive in chunks, cut anywhere.
 */
export type ShellMark =
  /** It reads lines now; said once, before its first prompt or after it. */
  | { readonly kind: 'interactive' }
  | { readonly kind: 'prompt' }
  /** A command of the line begins: what was printed up to here is the line as it was typed. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'end'; readonly exitCode: number }

export type ShellPiece = string | ShellMark

const MARK = /\x1b\]654;([^\x07\x1b]{0,64})(?:\x07|\x1b\\)/g
/** The beginning of a mark whose rest has not come yet. */
const CUT = /\x1b(?:\](?:6(?:5(?:4(?:;[^\x07\x1b]{0,64}\x1b?)?)?)?)?)?$/

export class ShellMarks {
  #held = ''

  /** The text and the marks of a chunk in their order. A mark of another kind is left out. */
  split(chunk: string): ShellPiece[] {
    const all = this.#held + chunk
    const cut = CUT.exec(all)?.index ?? all.length
    this.#held = all.slice(cut)
    const text = all.slice(0, cut)
    const pieces: ShellPiece[] = []
    let at = 0
    for (const match of text.matchAll(MARK)) {
      if (match.index > at) pieces.push(text.slice(at, match.index))
      const mark = markOf(match[1] ?? '')
      if (mark) pieces.push(mark)
      at = match.index + match[0].length
    }
    if (at < text.length) pieces.push(text.slice(at))
    return pieces
  }
}

function markOf(said: string): ShellMark | undefined {
  if (said === 'interactive' || said === 'prompt') return { kind: said }
  if (said.startsWith('pid=')) return { kind: 'begin' }
  const ended = /^exit=-?\d+:(\d+)$/.exec(said)
  return ended ? { kind: 'end', exitCode: Number(ended[1]) } : undefined
}
