/** Blocks that replace the summarised messages. Pure. */
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { isOfNotes } from './of-notes.ts'
import type { PlacedResult } from './results.ts'

interface Todo {
  readonly content: string
  readonly status: string
}

export interface WorkState {
  readonly todos: readonly Todo[]
  /** Files of the workspace that were read or changed last, the latest first. */
  readonly files: readonly string[]
  /** Ids of commands that run in the background. */
  readonly jobs: readonly string[]
  /** Failed calls, as `failuresText` has them. */
  readonly failures?: string | undefined
  readonly openQuestions?: readonly string[]
  /** Git's state of the workspace. */
  readonly git?: string | undefined
}

/** The program's own record of the work: the summary need not be relied on for it. */
export function workState({
  todos,
  files,
  jobs,
  failures,
  openQuestions = [],
  git,
}: WorkState): string | undefined {
  const parts = [
    ...(todos.length === 0
      ? []
      : [`The todo list: ${todos.map(({ content, status }) => `[${status}] ${content}`).join('; ')}.`]),
    ...(files.length === 0 ? [] : [`Files read or changed last: ${files.join(', ')}.`]),
    ...(jobs.length === 0 ? [] : [`Commands that run in the background: ${jobs.join(', ')}.`]),
    ...(git === undefined ? [] : [`Git, as the workspace is now: ${git}.`]),
    ...(failures === undefined ? [] : [failures]),
    ...(openQuestions.length === 0
      ? []
      : [`You have asked, and nobody has answered yet: ${openQuestions.join('; ')}`]),
  ]
  if (parts.length === 0) return undefined
  return `<system-reminder>\n${untrustedText(parts.join('\n'))}\n</system-reminder>`
}

/** Paths of the calls that these results answer, the latest first; notes of the memory are none of the workspace. */
export function latestFiles(
  results: readonly Pick<PlacedResult, 'input' | 'isError'>[],
  most: number,
): readonly string[] {
  const paths = results.toReversed().flatMap(({ input, isError }) => {
    const path = input['file_path'] ?? input['notebook_path']
    return typeof path === 'string' && !isError && !isOfNotes(input) ? [path] : []
  })
  return [...new Set(paths)].slice(0, most)
}
