/** Refuses texts that are no notes, whatever an agent thinks of them: repetitions of instruction files, and lists of tasks. Pure. */
import { NOTE_REPEATED_CHARS } from '../../limits.ts'
import { readNote } from '../../memory/notes/note-file.ts'
import type { Message } from '../../protocol/messages.ts'
import { isInstructions } from '../../protocol/text/instruction-reminder.ts'

/** Why a text is no note; undefined where it is one. */
export type NoteCheck = (text: string) => string | undefined

const TASK = /^\s*(?:[-*+]|\d+[.)])\s*\[[ xX]\]/

/** `messages`: the conversation that was told the instruction files. */
export function noteCheck(messages: readonly Message[]): NoteCheck {
  const told = new Set(
    messages
      .flatMap(instructionTexts)
      .flatMap((text) => text.split('\n'))
      .map(plain),
  )
  return (text) => {
    const lines = readNote(text)
      .body.split('\n')
      .filter((line) => line.trim() !== '')
    const known = lines.filter((line) => plain(line).length >= NOTE_REPEATED_CHARS && told.has(plain(line)))
    if (lines.length > 0 && known.length === lines.length)
      return 'The project’s instruction files say this already.'
    if (lines.some((line) => TASK.test(line)))
      return 'It is a list of tasks, which belongs to the session that does them.'
    return undefined
  }
}

function instructionTexts({ content }: Message): readonly string[] {
  return content.flatMap((block) => (block.type === 'text' && isInstructions(block.text) ? [block.text] : []))
}

/** Without list marks, and with spaces as one. */
function plain(line: string): string {
  return line
    .replace(/^[\s>]*(?:(?:[-*+]|\d{1,3}[.)])\s+)?/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
