/** A look back with its parts. Loaded with the first one. */
import type { Redactor } from '../../redact/redactor.ts'
import { LessonKeeper } from './lesson-keeper.ts'
import type { LessonKeeperOptions } from './lesson-keeper.ts'
import { lookBack } from './look-back.ts'
import type { LookBackOptions } from './look-back.ts'

export interface LookBackParts
  extends Omit<LookBackOptions, 'lessons' | 'isOnline' | 'memory'>, Omit<LessonKeeperOptions, 'clean'> {
  readonly state: LookBackOptions['memory']
  readonly redactor: Redactor
}

export function takeLook(
  { redactor, state, memory, ...parts }: LookBackParts,
  signal: AbortSignal,
): Promise<void> {
  const clean = (text: string) => redactor.redact(text)
  const lessons = new LessonKeeper({ ...parts, memory, clean })
  return lookBack({ ...parts, lessons, memory: state, isOnline: () => navigator.onLine }, signal)
}
