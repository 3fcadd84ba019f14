/** Text from the clipboard, made fit for a terminal. */
import { TERMINAL_PASTE_CHARS } from '../../limits.ts'

/** Without control characters: what looks like text may carry keys that run it, or hide a part of it. */
export function pasteText(text: string): string {
  return text
    .slice(0, TERMINAL_PASTE_CHARS)
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '')
}
