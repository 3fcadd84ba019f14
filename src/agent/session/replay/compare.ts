/** Whether a call's result is what was recorded. How long something took, and when, is nobody's result. */
import { COMPARED_CHARS } from '../../limits.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import { NOTE_LEFT_OUT } from '../recording/note-calls.ts'
import type { RecordedResult } from './script.ts'

type Compared = Extract<EventBody, { type: 'replay_compared' }>

export interface Replayed {
  readonly event: Extract<EventBody, { type: 'tool_result' }>
  /** Hash of the whole workspace now; undefined while it is empty. */
  readonly root: string | undefined
}

/** `emptyRoot` is the hash of an empty workspace, which a log does not name. */
export function compare(
  { event, root }: Replayed,
  recorded: RecordedResult | undefined,
  emptyRoot: string | undefined,
): Compared {
  const { turnId, toolUseId } = event
  const about = { type: 'replay_compared', turnId, toolUseId } as const
  if (!recorded) return { ...about, result: 'differs', files: 'unknown' }
  const result = compareResults(event, recorded.event)
  const [was, is] = [recorded.root ?? emptyRoot, root ?? emptyRoot]
  const files = was === is ? 'same' : was === undefined || is === undefined ? 'unknown' : 'differs'
  return {
    ...about,
    result,
    files,
    ...(result === 'differs'
      ? {
          recorded: {
            outcome: recorded.event.outcome,
            text: textOf(recorded.event).slice(0, COMPARED_CHARS),
          },
        }
      : {}),
    ...(files === 'differs' && was !== undefined && is !== undefined
      ? { roots: { recorded: was, now: is } }
      : {}),
  }
}

type Result = Pick<EventOf<'tool_result'>, 'outcome' | 'content' | 'synthetic'>

function compareResults(now: Result, recorded: Result): Compared['result'] {
  if (now.outcome !== recorded.outcome) return 'differs'
  // A call without an end has no result: how that was told depends on who ended it, and when.
  if (now.outcome === 'cancelled' && now.synthetic && recorded.synthetic) return 'same'
  const [a, b] = [contentOf(now), contentOf(recorded)]
  // The words of a refusal are left out with the note.
  const isOfNote = b === NOTE_LEFT_OUT && (a.includes(b) || now.outcome === 'denied')
  if (a === b || isOfNote) return 'same'
  return withoutTimes(a) === withoutTimes(b) ? 'times' : 'differs'
}

/** As it is read, not as JSON writes it: there a line's end is a letter. */
function contentOf({ content }: Result): string {
  return content.content
    .map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)))
    .join('\n\n')
    .replace(STORED_AT, '$1')
    .replace(START_DIRECTORY, '')
}

/** The file with all of a result that was too long: its name depends on the session, and on the version that has written it. */
const STORED_AT =
  /^(The result has [\d,]+ characters in [\d,]+ lines, .*? in )\/(?:tmp\/tool-)?results\/[\w.-]+/m

/** The note on a start directory that was gone. Not in older logs. */
const START_DIRECTORY =
  /\n\[\/workspace\/[^\n]* is no longer there, so the start directory was \/workspace\.\]$/m

function textOf({ content }: Pick<Result, 'content'>): string {
  return content.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}

/**
 * Durations with a unit, test runners' `duration_ms`, dates and times of day. Deliberately narrow: a number without any of
 * these is a result.
 */
const TIMES =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d\d:\d\d:\d\d(?:\.\d+)?\b|\bduration_ms:? [\d.]+|\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|seconds|min)\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} [A-Z][a-z]{2})(?: \d{4})?/g

export function withoutTimes(text: string): string {
  return text.replace(TIMES, '⏱')
}
