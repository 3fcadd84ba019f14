/** Keys as a terminal reports them, by what they do at a prompt (readline's names in its Emacs mode). */
export type KeyAction =
  | 'submit'
  | 'newline'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'up'
  | 'down'
  | 'kill-end'
  | 'kill-start'
  | 'kill-word'
  | 'kill-word-left'
  | 'kill-word-right'
  | 'yank'
  | 'transpose'
  | 'complete'
  | 'search'
  | 'cancel'
  | 'interrupt'
  | 'end-of-input'
  | 'clear'

export type Key =
  | { readonly type: 'text'; readonly text: string }
  /** `typed` is what the terminal has reported. */
  | { readonly type: 'action'; readonly action: KeyAction; readonly typed: string }

const SEQUENCES: ReadonlyMap<string, KeyAction> = new Map([
  ['\r', 'submit'],
  ['\x1b\r', 'newline'],
  ['\x7f', 'backspace'],
  ['\b', 'backspace'],
  ['\x1b[3~', 'delete'],
  ['\x1b[D', 'left'],
  ['\x1bOD', 'left'],
  ['\x02', 'left'],
  ['\x1b[C', 'right'],
  ['\x1bOC', 'right'],
  ['\x06', 'right'],
  ['\x1bb', 'word-left'],
  ['\x1b[1;3D', 'word-left'],
  ['\x1b[1;5D', 'word-left'],
  ['\x1bf', 'word-right'],
  ['\x1b[1;3C', 'word-right'],
  ['\x1b[1;5C', 'word-right'],
  ['\x01', 'home'],
  ['\x1b[H', 'home'],
  ['\x1bOH', 'home'],
  ['\x1b[1~', 'home'],
  ['\x05', 'end'],
  ['\x1b[F', 'end'],
  ['\x1bOF', 'end'],
  ['\x1b[4~', 'end'],
  ['\x1b[A', 'up'],
  ['\x1bOA', 'up'],
  ['\x10', 'up'],
  ['\x1b[B', 'down'],
  ['\x1bOB', 'down'],
  ['\x0e', 'down'],
  ['\x0b', 'kill-end'],
  ['\x15', 'kill-start'],
  ['\x17', 'kill-word'],
  ['\x1b\x7f', 'kill-word-left'],
  ['\x1b\b', 'kill-word-left'],
  ['\x1bd', 'kill-word-right'],
  ['\x19', 'yank'],
  ['\x14', 'transpose'],
  ['\t', 'complete'],
  ['\x12', 'search'],
  ['\x07', 'cancel'],
  ['\x1b', 'cancel'],
  ['\x03', 'interrupt'],
  ['\x04', 'end-of-input'],
  ['\x0c', 'clear'],
])

/** A mouse's old report, a sequence, a string of a reply, a control character, or text up to the next of them. */
const PIECE =
  /\x1b(?:\[M[^]{3}|\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x20-\x7f\r\b])?|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g

/** Keys in the terminal's data; leaves out sequences that mean nothing here. */
export function decodeKeys(data: string): Key[] {
  return [...data.matchAll(PIECE)].flatMap(([piece]): Key[] => {
    const action = SEQUENCES.get(piece)
    if (action !== undefined) return [{ type: 'action', action, typed: piece }]
    return /[\x00-\x1f\x7f]/.test(piece) ? [] : [{ type: 'text', text: piece }]
  })
}
