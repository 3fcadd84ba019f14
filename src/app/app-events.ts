/** Passes the agent's events and notices on to the models that need them. */
import type { BackupModel } from './backup/backup.svelte.ts'
import type { AgentEvent } from '../agent/protocol/events.ts'
import type { EventListener } from './boot/event-stream.ts'
import type { SessionModel } from './session.svelte.ts'
import type { WorkspaceModel } from './workspace/workspace.svelte.ts'
import type { ReviewModel } from './workspace/review/review.svelte.ts'
import type { SearchModel } from './workspace/search/search.svelte.ts'
import type { PreviewModel } from './workspace/preview.svelte.ts'
import type { LocalFolderModel } from './workspace/local-folder/local-folder.svelte.ts'
import type { TerminalsModel } from './workspace/terminal/terminals.svelte.ts'
import type { ProcessesModel } from './workspace/terminal/processes.svelte.ts'
import type { SettingsModel } from './settings/settings.svelte.ts'
import type { LocalModelsModel } from './settings/local-models.svelte.ts'
import type { KeysModel } from './keys/keys.svelte.ts'
import type { SessionsModel } from './sessions/sessions.svelte.ts'
import type { StorageModel } from './sessions/storage.svelte.ts'
import type { HistoryModel } from './history/history.svelte.ts'
import type { MemoryModel } from './memory/memory.svelte.ts'
import type { Remembering } from './memory/remembering.svelte.ts'
import type { PolicyModel } from './policy/policy.svelte.ts'
import type { ProjectModel } from './project/project.svelte.ts'

interface Models {
  readonly session: SessionModel
  readonly workspace: WorkspaceModel
  readonly review: ReviewModel
  readonly search: SearchModel
  readonly preview: PreviewModel
  readonly localFolder: LocalFolderModel
  readonly terminals: TerminalsModel
  readonly processes: ProcessesModel
  readonly localModels: LocalModelsModel
  readonly keys: KeysModel
  readonly sessions: SessionsModel
  readonly storage: StorageModel
  readonly backup: BackupModel
  readonly history: HistoryModel
  readonly remembering: Remembering
  readonly memory: MemoryModel | undefined
  readonly project: ProjectModel
  readonly policy: PolicyModel
  readonly settings: SettingsModel
}

interface Screen {
  /** It starts over with a session. */
  readonly onReset: () => void
  /** This tab leads the session now. */
  readonly onLeading: () => void
  readonly showsSessions: () => boolean
  readonly showsMemory: () => boolean
}

export function tellModels(models: Models, screen: Screen): EventListener {
  const { onReset, onLeading, showsSessions, showsMemory } = screen
  const { session, workspace, preview, sessions, terminals, processes, localFolder, history } = models
  return {
    reset: (id, role, latest) => {
      session.reset(id, role, latest)
      onReset()
      workspace.reset(id)
      models.review.reset(id)
      models.search.reset()
      preview.reset(id)
      terminals.reset(id)
      models.remembering.reset(id)
      models.memory?.reset(id)
      if (showsMemory()) void models.memory?.load()
    },
    events: (events) => {
      const { root } = session.view
      session.events(events)
      if (session.role === 'leader' && events.some(isWorthKeeping)) void models.storage.keepWhatCame()
      if (showsMemory() && events.some(({ type }) => type === 'memory_changed')) void models.memory?.load()
      if (session.view.root === root) return
      if (events.some(({ type }) => type === 'workspace_imported')) void localFolder.refresh()
      workspace.rootChanged()
      preview.rootChanged()
    },
    ahead: (id, events) => session.ahead(id, events),
    tail: (id, title, events) => session.tail(id, title, events),
    notice: (notice) => {
      session.notice(notice)
      workspace.notice(notice)
      preview.notice(notice)
      terminals.notice(notice)
      processes.notice(notice)
      // The tab that had written it is gone.
      if (notice.type === 'role' && notice.role === 'leader') onLeading()
      if (notice.type === 'replay') history.replay = notice.state ?? undefined
      if (notice.type === 'model_progress') models.localModels.progress = notice.progress ?? undefined
      if (notice.type === 'backup_progress') models.backup.progress = notice.progress ?? undefined
      if (notice.type === 'keys') models.keys.notice(notice)
      if (notice.type === 'project') models.project.state = notice.state
      if (notice.type === 'project_question') models.project.asked(notice.question)
      if (notice.type === 'policy') {
        const before = models.policy.inForce
        models.policy.state = notice.state
        // Settings that it fixes, or has fixed, have other values now.
        if (before ?? models.policy.inForce) void models.settings.load()
      }
      if (notice.type === 'nothing_kept') models.storage.isKept = false
      if (notice.type === 'lost_values') models.storage.lostValues = notice.values
      if (notice.type === 'bringing_back' || notice.type === 'brought_back') models.storage.lost = notice
      if (notice.type === 'sessions_changed' && showsSessions()) void sessions.load()
    },
  }
}

/** The first of what this tab has made, and would be missed; what it only opens was there before. */
function isWorthKeeping({ type, at }: AgentEvent): boolean {
  return (type === 'workspace_imported' || type === 'run_started') && at >= performance.timeOrigin
}
