/** Explains a command line to the user who is asked: each command in it, its kind, and why. */
import type { CommandIntent } from '../../protocol/events/permission-events.ts'
import { analyse } from './analysis.ts'

/** More than these nobody reads. */
const SHOWN = 12
const TEXT_CHARS = 200

/** Commands in the order of the line, without those that change nothing. Empty if nothing can be told. */
export function intentOf(command: string, cwd: string | undefined): readonly CommandIntent[] {
  const seen = new Set<string>()
  const intents: CommandIntent[] = []
  for (const { text, class: kind, reason, words } of analyse(command, cwd).leaves) {
    if (words.length === 0 || seen.has(text)) continue
    seen.add(text)
    const shown = text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text
    intents.push({ command: shown, kind, why: reason })
  }
  return intents.slice(0, SHOWN)
}
