/** A program's output as the screen shows it: without terminal control sequences, the end of it when it is long. */
import type { OutputView } from '../../../agent/protocol/view/screen-state.ts'
import { OUTPUT_CHARS } from '../../limits.ts'
import { withoutSequences } from '../../ui/plain-text.ts'
import { shownText } from '../../shown-text.ts'

interface ShownOutput {
  readonly parts: readonly OutputView[]
  /** Characters left out at the start. */
  readonly dropped: number
}

export function lastChars(parts: readonly OutputView[], limit = OUTPUT_CHARS): ShownOutput {
  const clean = parts.map(({ stream, text }) => ({ stream, text: plainText(text) }))
  let dropped = Math.max(0, clean.reduce((sum, { text }) => sum + text.length, 0) - limit)
  const total = dropped
  const shown: OutputView[] = []
  for (const { stream, text } of clean) {
    const rest = text.slice(dropped)
    dropped -= text.length - rest.length
    if (rest !== '') shown.push({ stream, text: shownText(rest) })
  }
  return { parts: shown, dropped: total }
}

/** Colours and cursor movements mean nothing here; a line that was written over is as it was written last. */
function plainText(text: string): string {
  const plain = withoutSequences(text)
  return plain.includes('\r') ? plain.split('\n').map(lastWritten).join('\n') : plain
}

function lastWritten(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}
