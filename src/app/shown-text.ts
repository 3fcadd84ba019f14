/**
 * Text of files, programs and models as it is, not as it would look: what hides a part of it, or puts it elsewhere, is shown as its
 * number. A person who allows a command or reads a change sees what the machine takes (“Trojan Source”).
 */
import { hiddenShown } from '../agent/protocol/text/untrusted-text.ts'

/** Text of several lines; tabs stay, too. */
export function shownText(text: string): string {
  return hiddenShown(text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, sign))
}

/** In one line: a name, a path, a title. */
export function shownName(name: string): string {
  return hiddenShown(name.replace(/[\x00-\x1f\x7f-\x9f]/g, sign))
}

/** The picture of a control character. */
function sign(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : '�'
}
