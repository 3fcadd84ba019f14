/** A look back with its parts. Loaded with the first one. */
import type { Redactor } from '../../redact/redactor.ts'
import type { ProjectMemory } from '../memory/project-memory.ts'
import { LessonKeeper } from './lesson-keeper.ts'
import type { LessonKeeperOptions } from './lesson-keeper.ts'
import { lookBack } from './look-back.ts'
import type { LookBackOptions } from './look-back.ts'

export interface LookBackParts
  extends
    Omit<LookBackOptions, 'lessons' | 'isOnline' | 'memory' | 'notes'>,
    Omit<LessonKeeperOptions, 'clean' | 'memory'> {
  readonly memory: ProjectMemory
  readonly redactor: Redactor
}

export function takeLook({ redactor, memory, ...parts }: LookBackParts, signal: AbortSignal): Promise<void> {
  const clean = (text: string) => redactor.redact(text)
  const lessons = new LessonKeeper({ ...parts, memory, clean })
  const [state, notes] = [() => memory.state(), () => memory.notes()]
  return lookBack({ ...parts, lessons, memory: state, notes, isOnline: () => navigator.onLine }, signal)
}
