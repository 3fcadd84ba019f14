/** The side query of the memory: a small model is asked which notes belong to a message. */
import { PICK_MS, PICK_NOTES, PICK_TOKENS } from '../../limits.ts'
import { PICK_ROLE, pickText, selectedIn } from '../../memory/recall/pick-manifest.ts'
import type { PickQuestion } from '../../memory/recall/pick-manifest.ts'
import type { PickNote } from '../../memory/recall/pick-candidates.ts'
import type { AskAside } from './logged-queries.ts'
import { textOf } from './side-query.ts'
import type { SideAnswer } from './side-query.ts'

export interface PickedNotes {
  readonly notes: readonly PickNote[]
  /** Why none was picked. */
  readonly problem?: string
}

/** Never rejects: without an answer that can be used it is none. */
export type PickNotes = (question: PickQuestion, signal: AbortSignal) => Promise<PickedNotes>

export interface NotePickerOptions {
  readonly askAside: AskAside
  readonly model: string
}

export function createNotePicker({ askAside, model }: NotePickerOptions): PickNotes {
  return async (question, signal) => {
    const late = AbortSignal.timeout(PICK_MS)
    try {
      const request = requestFor(model, pickText(question))
      const answer = await askAside({ source: 'memory', request, signal: AbortSignal.any([signal, late]) })
      if (answer.outcome !== 'done') return none(problemOf(answer, late))
      const paths = selectedIn(textOf(answer.content))
      return paths === undefined
        ? none('The answer named no list of notes.')
        : { notes: known(paths, question) }
    } catch (error) {
      console.warn('The model that picks notes could not be asked:', error)
      return none(late.aborted ? LATE : 'The model could not be asked.')
    }
  }
}

const LATE = 'The model took too long.'

function requestFor(model: string, text: string) {
  return {
    model,
    maxTokens: PICK_TOKENS,
    thinkingTokens: 0,
    // Nothing of it is asked for again.
    cacheWrite: false,
    system: [{ text: PICK_ROLE, cache: false }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text }] } as const],
  }
}

function problemOf(answer: Exclude<SideAnswer, { outcome: 'done' }>, late: AbortSignal): string {
  if (answer.outcome === 'failed') return `The model could not be asked: ${answer.error.message}`
  return late.aborted ? LATE : 'It was stopped.'
}

function none(problem: string): PickedNotes {
  return { notes: [], problem }
}

/** Notes of the question that the answer names, each once. */
function known(paths: readonly string[], { notes }: PickQuestion): readonly PickNote[] {
  const named = new Map(notes.map((note) => [note.path, note]))
  return [...new Set(paths)].flatMap((path) => named.get(path) ?? []).slice(0, PICK_NOTES)
}
