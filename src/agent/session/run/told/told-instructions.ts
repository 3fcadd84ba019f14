/** Tells the model of the project's instruction files where they are not as it was told. */
import { readInstructions } from '../../../memory/instructions/instructions.ts'
import type {
  HeldInstructions,
  InstructionOptions,
  Instructions,
  InstructionWatch,
} from '../../../memory/instructions/instructions.ts'
import type { InstructionFile, LeftFile } from '../../../memory/instructions/fit-instructions.ts'
import { instructionPlaces, speaksFor } from '../../../memory/instructions/places.ts'
import type { InstructionPlace } from '../../../memory/instructions/places.ts'
import type { UnreadFile } from '../../../memory/instructions/read-instructions.ts'
import {
  heldText,
  instructionsChange,
  instructionsRead,
  instructionsText,
  newlyHeld,
} from '../../../memory/instructions/told-text.ts'
import { INSTRUCTION_LINES } from '../../../limits.ts'
import { orAborted } from '../../../or-aborted.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { Thread } from '../../log/thread.ts'
import { tellModel } from '../run-opening.ts'

/** Names in a notice, and characters of one. */
const NAMES_SHOWN = 3
const NAME_CHARS = 120

export interface ToldInstructionsOptions {
  readonly thread: Pick<Thread, 'facts'>
  readonly source: InstructionWatch
  /** As of now: the model may have worked in another folder. */
  readonly options: () => InstructionOptions
  readonly newId: () => string
}

/** One for each run. */
export class ToldInstructions {
  readonly #options: ToldInstructionsOptions
  /** Revision of the files that were read last, and with which options; undefined before that. */
  #revision: string | undefined
  /** Places of files that count once there is work in their folders. */
  #waiting: readonly InstructionPlace[] = []

  constructor(options: ToldInstructionsOptions) {
    this.#options = options
  }

  /** Reads the files where they may have changed. None where they cannot be read: what was told stays, and the next call reads again. */
  async changes(): Promise<readonly EventBody[]> {
    const { thread, source, options, newId } = this.#options
    const [files, chosen] = [source.revision, options()]
    if (this.#revision === revisionOf(files, chosen, this.#waiting)) return []
    const read = await readInstructions(source, chosen)
    if (!read) return []
    this.#waiting = waitingPlaces(read)
    this.#revision = revisionOf(files, chosen, this.#waiting)
    return instructionEvents(thread, read, newId)
  }

  /** As they are now, whatever was told. */
  read(): Promise<Instructions | undefined> {
    const { source, options } = this.#options
    return readInstructions(source, options())
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

/** Equal as long as the same files are chosen: work in a folder where none waits for it changes nothing. */
function revisionOf(
  files: string,
  { choice, own, room, wanted, worked, denied }: InstructionOptions,
  waiting: readonly InstructionPlace[],
): string {
  const awaited = worked.filter((path) => waiting.some((place) => speaksFor(place, path)))
  return JSON.stringify([files, choice, own, room, [...wanted], denied, awaited])
}

function waitingPlaces({ unread }: Instructions): readonly InstructionPlace[] {
  const waiting = unread.filter(({ reason }) => reason === 'elsewhere' || reason === 'other files')
  return instructionPlaces(waiting.map(({ path }) => path))
}

/** All of them where none was told yet, else those that are not as they were told. */
function instructionEvents(
  { facts }: Pick<Thread, 'facts'>,
  read: Instructions,
  newId: () => string,
): readonly EventBody[] {
  const known = facts.instructions
  const held = newlyHeld(facts.heldInstructions, read.held)
  const text = known
    ? instructionsChange({ files: known, left: facts.leftInstructions }, read)
    : instructionsText(read)
  const texts = [text, heldText(held)].filter((one) => one !== undefined)
  const unseen = known ? [] : unseenNotice(read.unread)
  if (texts.length === 0 && unseen.length === 0) return []
  return [
    ...unseen,
    ...read.files.flatMap((file) => (known?.get(file.path) === file.hash ? [] : longFileNotice(file))),
    ...held.map(heldNotice),
    ...leftNotice(read.left.filter(({ path }) => !facts.leftInstructions.has(path))),
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

/** Once for each file: its author counts on it. */
function leftNotice(left: readonly LeftFile[]): EventBody[] {
  if (left.length === 0) return []
  const names = shownNames(left.map(({ path }) => path))
  const text =
    left.length === 1
      ? `${names} is not told to the model: there is no room left for it. “Context” shows it, and can have it told whole.`
      : `These instruction files are not told to the model: there is no room left for them. “Context” shows them, and can have them told whole: ${names}`
  return [{ type: 'notice', level: 'warning', text }]
}

/** Once a session: the user may want them, and nothing asks for them by itself. */
function unseenNotice(unread: readonly UnreadFile[]): EventBody[] {
  const addresses = unread.filter(({ reason }) => reason === 'unfetched').map(({ path }) => path)
  if (addresses.length === 0) return []
  const text = `This project names instructions from the web, which are not fetched unless you want them. “Context” can show them: ${shownNames(addresses)}`
  return [{ type: 'notice', level: 'info', text }]
}

/** The project chooses them: a few tell enough, and none is longer than a line. */
function shownNames(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name))
  return [...shown, ...(names.length > NAMES_SHOWN ? ['…'] : [])].join(', ')
}

/** Each request carries the file: that is worth a word, once for each version of it. */
function longFileNotice({ path, text }: InstructionFile): EventBody[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= INSTRUCTION_LINES) return []
  const notice =
    `${path} has ${lines} lines, and each request carries all of them. Up to ${INSTRUCTION_LINES} are advisable: what ` +
    'only some tasks need can stand in a file of its own that is read when it is needed. “Context” shows what it takes.'
  return [{ type: 'notice', level: 'info', text: notice }]
}
