/** A judge that throws has judged nothing: the command counts as one that cannot be told, and the error is kept beside it. */
import { isOutOfStack } from '../../../../sandbox/languages/out-of-stack.ts'
import type { Judgement } from '../words/classes.ts'
import { made } from '../words/judgement.ts'
import { shortened } from '../words/shown-text.ts'
import type { WordValue } from '../words/word-value.ts'

export type Judge = (words: readonly WordValue[], input?: string) => Judgement

/** An error of the judge's own code: a bug. A stack that ran out is none, the text was nested too deeply. */
export interface JudgeFailure {
  readonly message: string
}

/** Never throws. */
export function judgedSafely(
  judge: Judge,
  { words, input }: { readonly words: readonly WordValue[]; readonly input: string | undefined },
  failures: JudgeFailure[],
): Judgement {
  try {
    return judge(words, input)
  } catch (error) {
    if (isOutOfStack(error)) return made('unknown', 'is nested too deeply')
    failures.push({ message: messageOf(error) })
    return made('unknown', `could not be read (${messageOf(error)})`)
  }
}

export function messageOf(error: unknown): string {
  return shortened(error instanceof Error ? error.message : String(error))
}
