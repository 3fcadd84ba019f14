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
  /** Messages that stay after the summary: the user's words in them are not repeated. */
  readonly kept: readonly Message[]
  /** Tokens that the model takes. */
  readonly window: number
}

interface CarriedNotes {
  readonly notes: readonly string[]
  /** Records that the model is told the instructions again. */
  readonly events: readonly EventBody[]
}

export async function carriedNotes(options: CarriedNotesOptions): Promise<CarriedNotes> {
  const { session, instructions, memory, todos, jobs, summarised, kept, window } = options
  const events = conversationEvents(await session.events(1))
  const git = await options.git?.()
  const read = (await instructions()) ?? { files: [], left: [], held: [] }
  const told = await memory()
  const wasTold = session.facts.instructions !== undefined
  const isTold = wasTold || read.files.length > 0 || read.held.length > 0
  const notes = [
    instructionsText(read),
    heldText(read.held),
    told?.text,
    session.facts.terse ? terseChange(false, true) : undefined,
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
  return {
    notes: notes.filter((note) => note !== undefined),
    events: [...(isTold ? [instructionsRead(read)] : []), ...(told ? [told.event] : [])],
  }
}
