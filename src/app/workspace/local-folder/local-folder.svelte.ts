/** A folder of the person's machine: opened into the workspace, and what has changed written back to it. */
import type {
  FolderChoice,
  FolderDifference,
  FolderSurvey,
} from '../../../agent/protocol/calls/local-folder.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { SandboxError } from '../../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { fileContent, type FileVersions } from '../file-content.ts'
import { files as t } from '../../language/en/files.ts'

/** The File System Access API, missing from the compiler's own library. */
declare global {
  interface Window {
    /** Absent where a browser lets no page into folders. */
    showDirectoryPicker?: (options?: { id?: string }) => Promise<FileSystemDirectoryHandle>
  }
  interface FileSystemHandle {
    queryPermission(wish: { mode: 'read' | 'readwrite' }): Promise<PermissionState>
    requestPermission(wish: { mode: 'read' | 'readwrite' }): Promise<PermissionState>
  }
}

type Opening =
  | { readonly status: 'idle' }
  | { readonly status: 'looking'; readonly name: string }
  | { readonly status: 'choosing'; readonly handle: FileSystemDirectoryHandle; readonly survey: FolderSurvey }
  | { readonly status: 'failed'; readonly problem: Problem }

type Review =
  | { readonly status: 'closed' }
  | { readonly status: 'comparing' }
  | { readonly status: 'list'; readonly differences: readonly FolderDifference[] }
  | { readonly status: 'writing'; readonly count: number }
  | { readonly status: 'done'; readonly message: string; readonly failed: readonly string[] }
  | { readonly status: 'failed'; readonly problem: Problem }

export class LocalFolderModel {
  opening = $state.raw<Opening>({ status: 'idle' })
  review = $state.raw<Review>({ status: 'closed' })
  /** The one that the workspace came from. */
  folder = $state.raw<FileSystemDirectoryHandle>()
  /** Paths that are to be written. */
  ticked = $state.raw<ReadonlySet<string>>(new Set())
  /** The browser lets a page into folders at all. */
  readonly supported = typeof window.showDirectoryPicker === 'function'
  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** The workspace is another one, perhaps. */
  async refresh(): Promise<void> {
    if (this.supported) this.folder = await this.#agent.localFolder.current()
  }

  /** By the person's click: the browser asks which folder. */
  async pick(): Promise<void> {
    const handle = await pickFolder()
    if (handle === undefined) return
    this.opening = { status: 'looking', name: handle.name }
    try {
      const survey = await this.#agent.localFolder.survey(handle)
      if (survey.ok) this.opening = { status: 'choosing', handle, survey: survey.value }
      else if (survey.error.kind === 'cancelled') this.opening = { status: 'idle' }
      else this.opening = { status: 'failed', problem: problemOf(survey.error) }
    } catch (error) {
      this.opening = { status: 'failed', problem: unexpected(t.lookingAtFolder, error) }
    }
  }

  /** Drops the request. */
  dismiss(): void {
    if (this.opening.status === 'looking') void this.#agent.workspace.cancelImport()
    this.opening = { status: 'idle' }
  }

  /** The folder that was picked, as the import takes it; undefined when none waits. */
  chosen(choice: FolderChoice) {
    if (this.opening.status !== 'choosing') return undefined
    const { handle } = this.opening
    this.opening = { status: 'idle' }
    return { name: handle.name, read: () => this.#agent.localFolder.open(handle, choice) }
  }

  /** By the person's click: the browser may ask for the permission to write. */
  async compare(): Promise<void> {
    const { folder } = this
    if (folder === undefined) return
    this.review = { status: 'comparing' }
    this.ticked = new Set()
    try {
      if (!(await mayWrite(folder))) {
        const message = t.mayNotWrite(folder.name)
        this.review = { status: 'failed', problem: { message, hint: t.allowWhenAsked } }
        return
      }
      const compared = await this.#agent.localFolder.compare()
      if (compared.ok) this.#list(compared.value)
      else this.review = { status: 'failed', problem: problemOf(compared.error) }
    } catch (error) {
      this.review = { status: 'failed', problem: unexpected(t.comparingTheFolder, error) }
    }
  }

  /** A file before and after writing it back. Rejects with a message for the user. */
  async versions(difference: FolderDifference): Promise<FileVersions> {
    const read = await this.#agent.localFolder.versions(difference)
    if (!read.ok) throw new Error(read.error.message)
    const content = (data: Uint8Array | undefined) => data && fileContent(difference.path, data)
    return { before: content(read.value.folder), after: content(read.value.workspace) }
  }

  tick(paths: readonly string[], isTicked: boolean): void {
    const next = new Set(this.ticked)
    for (const path of paths) {
      if (isTicked) next.add(path)
      else next.delete(path)
    }
    this.ticked = next
  }

  async write(): Promise<void> {
    if (this.review.status !== 'list') return
    const items = this.review.differences.filter(({ path }) => this.ticked.has(path))
    this.review = { status: 'writing', count: items.length }
    try {
      const outcome = await this.#agent.localFolder.writeBack(items)
      if (!outcome.ok) {
        this.review = { status: 'failed', problem: problemOf(outcome.error) }
        return
      }
      const { written, removed, failed } = outcome.value
      this.review = {
        status: 'done',
        message: t.writtenBack(written, removed, failed.length),
        failed: failed.map(({ path, message }) => `${path}: ${message}`),
      }
    } catch (error) {
      this.review = { status: 'failed', problem: unexpected(t.writingBack, error) }
    }
  }

  close(): void {
    this.review = { status: 'closed' }
  }

  /** Safe changes are ticked; files that the folder has changed, removals, ignored files, git's own and those that steer tools are the user's to tick. */
  #list(differences: readonly FolderDifference[]): void {
    const safe = differences.filter(
      ({ conflict, change, group, refused }) =>
        conflict === undefined && refused === undefined && change !== 'removed' && group === 'project',
    )
    this.ticked = new Set(safe.map(({ path }) => path))
    this.review = { status: 'list', differences }
  }
}

/** Undefined when the person has closed the browser's dialog. */
async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await window.showDirectoryPicker?.({ id: 'vivarium' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

async function mayWrite(folder: FileSystemDirectoryHandle): Promise<boolean> {
  const wish = { mode: 'readwrite' } as const
  if ((await folder.queryPermission(wish)) === 'granted') return true
  return (await folder.requestPermission(wish)) === 'granted'
}

function problemOf({ message, hint }: SandboxError): Problem {
  return { message, hint }
}
