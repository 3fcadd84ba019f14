/** The task of the agent that takes notes. Words that the model reads: change them on purpose only. */
import { LEARN_TURNS } from '../../limits.ts'
import { NOTE_TAKER } from '../../protocol/events/agent-events.ts'
import type { AgentTask } from '../agents/agent-host.ts'
import type { NotesAside } from '../memory/memory-place.ts'

/** `now`: milliseconds since the epoch. `work`: as `workDone` tells it. */
export function noteTakerTask(
  work: string,
  { now, ...takesNotes }: NotesAside & { readonly now: number },
): Omit<AgentTask, 'signal'> {
  return {
    role: NOTE_TAKER,
    description: 'Look back on the work for what will matter later',
    prompt: `Work in this project has paused. Below are the words of the user, each line of them behind ">", and facts of the program in between, behind "-". Today is ${dayOf(now)}.

<finished-work>
${work}
</finished-work>

Note what the user said that will still matter in another session: corrections and wishes of how to work, and confirmations, with their reason; who they are; goals, decisions and dates of the work, as absolute dates; where something stands elsewhere. Where a sentence of theirs says it, the note's whole text is that sentence word for word, with all they said behind it in that paragraph. A correction also gets the field "when".
If there is nothing of this kind, answer "Nothing." and write nothing.`,
    tools: ['Edit', 'Glob', 'Grep', 'Read', 'Write'],
    maxTurns: LEARN_TURNS,
    takesNotes,
  }
}

function dayOf(now: number): string {
  const day = new Date(now)
  return `${day.toLocaleDateString('en-US', { weekday: 'long' })}, ${localDay(day)}`
}

function localDay(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
