/** Notes beside a summary: facts that the program itself knows, word for word, and that need no summary. */
import type { Instructions } from '../../memory/instructions/instructions.ts'
import { heldText, instructionsRead, instructionsText } from '../../memory/instructions/told-text.ts'
import { latestFiles, workState } from '../../context/compression/carried-over.ts'
import { conversationEvents } from '../../context/compression/conversation-events.ts'
import { failuresIn, failuresText } from '../../context/compression/failures.ts'
import { ownWords } from '../../context/compression/own-words.ts'
import { resultsOf } from '../../context/compression/results.ts'
import type { ConversationResults } from '../../context/compression/results.ts'
import { CARRIED_FILES } from '../../limits.ts'
import { terseChange } from '../../prompt/terse.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Todo } from '../../tools/state.ts'
import type { Session } from '../log/session.ts'
import { openQuestions } from './open-questions.ts'
import { eventsOf, toldIn } from './part-of-log.ts'
import { saidIn } from './said-in.ts'

export interface CarriedNotesOptions {
  readonly session: Pick<Session, 'events' | 'facts'>
  /** Undefined where they cannot be read. */
  readonly instructions: () => Promise<Instructions | undefined>
  /** Undefined where it is switched off. */
  readonly memory: () => Promise<{ readonly text: string; readonly event: EventBody } | undefined>
  readonly todos: () => readonly Todo[]
  readonly jobs: () => readonly string[]
  /** Git's state of the workspace, in untrusted words; undefined where there is none. Absent: Git is not asked. */
  readonly git?: () => Promise<string | undefined>
  readonly summarised: ConversationResults
  /** Messages that stay beside the summary: the user's words in them are not repeated. */
  readonly kept: readonly Message[]
  /** The beginning of the conversation stays as it is, with the instructions that it was told. */
  readonly isPart?: boolean
  /** Tokens that the model takes. */
  readonly window: number
}

interface CarriedNotes {
  readonly notes: readonly string[]
  /** Records that the model is told the instructions again. */
  readonly events: readonly EventBody[]
}

export async function carriedNotes(options: CarriedNotesOptions): Promise<CarriedNotes> {
  const { session, jobs, todos, summarised, kept, window, isPart = false } = options
  const all = conversationEvents(await session.events(1))
  const events = isPart ? eventsOf(summarised.messages, all) : all
  const git = await options.git?.()
  const told = isPart ? { notes: toldIn(summarised.messages), events: [] } : await toldAgain(options)
  const notes = [
    ...told.notes,
    ownWords(saidIn(events, kept), window),
    workState({
      todos: todos(),
      jobs: jobs(),
      files: latestFiles(resultsOf(summarised), CARRIED_FILES),
      failures: failuresText(failuresIn(events, kept), window),
      openQuestions: openQuestions(events, { summarised: summarised.messages, kept }),
      git,
    }),
  ]
  return { notes: notes.filter((note) => note !== undefined), events: told.events }
}

/** Instructions, memory and style, which stood at the beginning of the conversation: as they are now. */
async function toldAgain({ session, instructions, memory }: CarriedNotesOptions): Promise<{
  readonly notes: readonly (string | undefined)[]
  readonly events: readonly EventBody[]
}> {
  const read = (await instructions()) ?? { files: [], left: [], held: [] }
  const told = await memory()
  const wasTold = session.facts.instructions !== undefined
  const isTold = wasTold || read.files.length > 0 || read.held.length > 0
  return {
    notes: [
      instructionsText(read),
      heldText(read.held),
      told?.text,
      session.facts.terse ? terseChange(false, true) : undefined,
    ],
    events: [...(isTold ? [instructionsRead(read)] : []), ...(told ? [told.event] : [])],
  }
}
