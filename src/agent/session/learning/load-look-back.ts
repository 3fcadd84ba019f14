/** A look back with its parts. Loaded with the first one. */
import type { Redactor } from '../../redact/redactor.ts'
import { ProjectSessions } from '../memory/recall/project-sessions.ts'
import type { ProjectSessionsOptions } from '../memory/recall/project-sessions.ts'
import type { ProjectMemory } from '../memory/project-memory.ts'
import { LeftBehind } from './left-behind.ts'
import type { LeftBehindOptions } from './left-behind.ts'
import { LessonKeeper } from './lesson-keeper.ts'
import type { LessonKeeperOptions } from './lesson-keeper.ts'
import { lookBack } from './look-back.ts'
import type { LookBackOptions } from './look-back.ts'

export interface LookBackParts
  extends
    Pick<LookBackOptions, 'session' | 'settings' | 'agents'>,
    Pick<LessonKeeperOptions, 'store' | 'blobs' | 'now'>,
    Pick<LeftBehindOptions, 'database' | 'locks'>,
    Pick<ProjectSessionsOptions, 'workspaces'> {
  readonly memory: ProjectMemory
  readonly redactor: Redactor
}

/** Takes looks; what is known of older sessions is kept from one to the next. */
export function createLookBack(parts: LookBackParts): (signal: AbortSignal) => Promise<void> {
  const { redactor, memory } = parts
  const options: LookBackOptions = {
    ...parts,
    memory: () => memory.state(),
    notes: () => memory.notes(),
    lessons: new LessonKeeper({ ...parts, clean: (text) => redactor.redact(text) }),
    leftBehind: new LeftBehind({ ...parts, sessions: new ProjectSessions(parts) }),
    isOnline: () => navigator.onLine,
  }
  return (signal) => lookBack(options, signal)
}
