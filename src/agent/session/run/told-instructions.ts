/** Tells the model of the project's instruction files where they are not as it was told. */
import {
  heldText,
  instructionsChange,
  instructionsRead,
  instructionsText,
  newlyHeld,
  readInstructions,
} from '../../context/instructions.ts'
import type {
  HeldInstructions,
  InstructionFile,
  Instructions,
  InstructionWatch,
} from '../../context/instructions.ts'
import { INSTRUCTION_LINES } from '../../limits.ts'
import { orAborted } from '../../or-aborted.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Thread } from '../log/thread.ts'
import { tellModel } from './run-opening.ts'

export interface ToldInstructionsOptions {
  readonly thread: Pick<Thread, 'facts'>
  readonly source: InstructionWatch
  readonly newId: () => string
}

/** One for each run. */
export class ToldInstructions {
  readonly #options: ToldInstructionsOptions
  /** Revision of the files that were read last; undefined before that. */
  #revision: string | undefined

  constructor(options: ToldInstructionsOptions) {
    this.#options = options
  }

  /** Reads the files where they may have changed. None where they cannot be read: what was told stays, and the next call reads again. */
  async changes(): Promise<readonly EventBody[]> {
    const { thread, source, newId } = this.#options
    const { revision } = source
    if (revision === this.#revision) return []
    const read = await readInstructions(source)
    if (!read) return []
    this.#revision = revision
    return instructionEvents(thread, read, newId)
  }

  /** The same within a run, which goes on whatever happens to the files. */
  async *beforeRequest(signal: AbortSignal): AsyncGenerator<EventBody, void> {
    const read = this.changes().catch((error: unknown) => {
      console.warn('The instruction files could not be read:', error)
      return []
    })
    yield* await orAborted(read, signal, [])
  }
}

/** All of them where none was told yet, else those that are not as they were told. */
function instructionEvents(
  { facts }: Pick<Thread, 'facts'>,
  read: Instructions,
  newId: () => string,
): readonly EventBody[] {
  const known = facts.instructions
  const held = newlyHeld(facts.heldInstructions, read.held)
  const text = known ? instructionsChange(known, read.files) : instructionsText(read.files)
  const texts = [text, heldText(held)].filter((one) => one !== undefined)
  if (texts.length === 0) return []
  return [
    ...read.files.flatMap((file) => (known?.get(file.name) === file.hash ? [] : longFileNotice(file))),
    ...held.map(heldNotice),
    instructionsRead(read),
    ...tellModel(texts, newId),
  ]
}

/** Once for each version, as the model is told. */
function heldNotice({ name, change }: HeldInstructions): EventBody {
  const text =
    change === 'added'
      ? `${name} was made by a command or tool, not by you. The agent does not follow it until you accept it.`
      : change === 'changed'
        ? `${name} was changed by a command or tool, not by you. The agent follows the version before until you accept the change.`
        : `${name} was removed by a command or tool, not by you. The agent still follows it until you accept that.`
  return { type: 'notice', level: 'info', text }
}

/** Each request carries the file: that is worth a word, once for each version of it. */
function longFileNotice({ name, text }: InstructionFile): EventBody[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= INSTRUCTION_LINES) return []
  const notice =
    `${name} has ${lines} lines, and each request carries all of them. Up to ${INSTRUCTION_LINES} are advisable: what ` +
    'only some tasks need can stand in a file of its own that is read when it is needed. “Context” shows what it takes.'
  return [{ type: 'notice', level: 'info', text: notice }]
}
