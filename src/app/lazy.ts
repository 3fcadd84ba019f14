/** Code not needed until the composer can be typed in. All of it is fetched when the browser is idle. */
import { loadReviewPanel, loadSearchPanel, loadTerminalPanel } from './workspace/panels.ts'

export const loadWorkspace = () => import('./workspace/Workspace.svelte')
export const loadSettingsDialog = () => import('./settings/SettingsDialog.svelte')
export const loadSessionsDialog = () => import('./sessions/SessionsDialog.svelte')
export const loadStorageDialog = () => import('./sessions/StorageDialog.svelte')
export const loadBackupBanner = () => import('./backup/BackupBanner.svelte')
export const loadLostBanner = () => import('./screen/LostBanner.svelte')
export const loadPolicyBanner = () => import('./policy/PolicyBanner.svelte')
export const loadOfferBanners = () => import('./share/OfferBanners.svelte')
export const loadNothingKept = () => import('./share/NothingKept.svelte')
export const loadRestoreDialog = () => import('./backup/RestoreDialog.svelte')
export const loadNetworkDialog = () => import('./network/NetworkDialog.svelte')
export const loadUsageDialog = () => import('./usage/UsageDialog.svelte')
export const loadMemoryDialog = () => import('./memory/MemoryDialog.svelte')
export const loadTimeline = () => import('./history/TimelineDialog.svelte')
export const loadReplayBar = () => import('./history/ReplayBar.svelte')
export const loadProjectDialog = () => import('./project/ProjectDialog.svelte')
export const loadSameProjectBanner = () => import('./project/SameProjectBanner.svelte')
export const loadSameProjectDialog = () => import('./project/SameProjectDialog.svelte')
export const loadDemosDialog = () => import('./demos/DemosDialog.svelte')
export const loadTemplatesDialog = () => import('./templates/TemplatesDialog.svelte')
export const loadUnlockDialog = () => import('./keys/UnlockDialog.svelte')
export const loadShareDialog = () => import('./share/ShareDialog.svelte')
export const loadContextDialog = () => import('./usage/ContextDialog.svelte')
export const loadSummariseDialog = () => import('./chat/summarise/SummariseDialog.svelte')
export const loadSummaryDraft = () => import('./chat/transcript/SummaryDraft.svelte')
export const loadLearned = () => import('./chat/transcript/Learned.svelte')
export const loadCompacted = () => import('./chat/transcript/Compacted.svelte')
export const loadModelSwitch = () => import('./chat/composer/ModelSwitch.svelte')
export const loadFindBar = () => import('./chat/find/FindBar.svelte')
export const loadApplyDialog = () => import('./chat/code/ApplyDialog.svelte')
/** The commands by name; what each does is loaded when it runs. */
export const loadCommands = () => import('./commands/run.ts')
export const loadPalette = () => import('./commands/CommandPalette.svelte')
export const loadFilePalette = () => import('./commands/FilePalette.svelte')
export const loadKeysDialog = () => import('./commands/KeysDialog.svelte')
export const loadOpenFolder = () => import('./workspace/local-folder/OpenFolder.svelte')
export const loadSteeringDialog = () => import('./workspace/steering-files/SteeringDialog.svelte')
export const loadWriteBack = () => import('./workspace/local-folder/WriteBack.svelte')

/** In the order in which a person is likely to need them. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./chat/growing/growing-block.ts'),
  loadSettingsDialog,
  loadCommands,
  loadWorkspace,
  loadReviewPanel,
  () => import('./workspace/review/file-review.ts'),
  () => import('./chat/diff/DiffView.svelte'),
  () => import('./chat/growing/highlight.ts'),
  loadSessionsDialog,
  loadStorageDialog,
  loadBackupBanner,
  loadLostBanner,
  loadPolicyBanner,
  loadOfferBanners,
  loadNothingKept,
  loadRestoreDialog,
  loadUsageDialog,
  loadNetworkDialog,
  loadContextDialog,
  loadSummariseDialog,
  loadSummaryDraft,
  loadLearned,
  loadCompacted,
  () => import('./chat/transcript/Evidence.svelte'),
  loadTimeline,
  loadMemoryDialog,
  loadReplayBar,
  loadShareDialog,
  loadUnlockDialog,
  loadProjectDialog,
  loadSameProjectBanner,
  loadSameProjectDialog,
  () => import('./workspace/editor/code-editor.ts'),
  () => import('./workspace/editor/merge-editor.ts'),
  loadPalette,
  loadApplyDialog,
  loadFindBar,
  () => import('./chat/composer/mention-things.ts'),
  loadModelSwitch,
  loadFilePalette,
  loadKeysDialog,
  () => import('./commands/session-actions.ts'),
  () => import('./commands/agent-actions.ts'),
  () => import('./commands/workspace-actions.ts'),
  () => import('./commands/view-actions.ts'),
  () => import('./commands/prompts.ts'),
  loadDemosDialog,
  loadTemplatesDialog,
  loadOpenFolder,
  loadWriteBack,
  loadSteeringDialog,
  loadSearchPanel,
  loadTerminalPanel,
  () => import('./workspace/terminal/shell-terminal.svelte.ts'),
  () => import('./workspace/terminal/agent-terminal.svelte.ts'),
]

/** Fetches the chunks one after another; one that fails is fetched again when it is needed. */
export function prefetchWhenIdle(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => void prefetch())
}

async function prefetch(): Promise<void> {
  for (const load of PARTS) {
    await load().catch((error: unknown) => console.info('A part of the page is not here yet:', error))
  }
}
