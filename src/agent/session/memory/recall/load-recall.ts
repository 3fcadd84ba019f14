/** The recall with its parts. */
import type { Session } from '../../log/session.ts'
import type { MemoryStore } from '../memory-store.ts'
import type { ProjectMemory } from '../project-memory.ts'
import { PastTurns } from './past-turns.ts'
import { ProjectSessions } from './project-sessions.ts'
import type { ProjectSessionsOptions } from './project-sessions.ts'
import { Recall } from './recall.ts'

export interface RecallParts extends ProjectSessionsOptions {
  readonly store: MemoryStore
  readonly memory: ProjectMemory
  readonly session: () => Session | undefined
}

export function loadRecall({ database, workspaces, ...parts }: RecallParts): Recall {
  return new Recall({
    ...parts,
    sessions: new ProjectSessions({ database, workspaces }),
    turns: new PastTurns(database),
  })
}
