/** Gathers the evidence of an import from its stored tree, and asks Git for the first commits. */
import type { BlobStore, Sandbox } from '../../../../sandbox/contract/contract.ts'
import { decodeDirectory } from '../../../../sandbox/history/directory-object.ts'
import type { DirectoryObjectEntry } from '../../../../sandbox/history/directory-object.ts'
import {
  FIRST_COMMITS_MS,
  PROJECT_COMMITS,
  PROJECT_CONFIG_BYTES,
  PROJECT_FOLDERS,
  PROJECT_REMOTES,
  PROJECT_SAMPLE,
  PROJECT_STEERING,
  PROJECT_TEXT_CHARS,
} from '../../../limits.ts'
import { gitConfigEffect } from '../../steering-files/git-config-effect.ts'
import { steers } from '../../steering-files/steers.ts'
import { contentHash } from '../../store/content-hash.ts'
import type { ProjectEvidence } from '../../workspace/project-mark.ts'
import { remotesIn } from './remotes.ts'

type Source = Pick<BlobStore, 'get'>

/** Letters of a hash that are kept: enough to tell contents apart, and no name by which one is stored. */
const SHORT_HASH = 16
/** Folders of other people's files, and of Git's that are written anew all the time. */
const PASSED = /^(?:node_modules|\.venv|__pycache__)$/
const PASSED_OF_GIT = /^(?:objects|logs|refs)$/
const GIT_FOLDER = '.git'
const GIT_CONFIG = '.git/config'

/** Undefined where the tree is not stored, or is none. */
export async function gatherEvidence(
  source: Source,
  root: string,
): Promise<Omit<ProjectEvidence, 'commits'> | undefined> {
  const found: Found = { contents: new Set(), steering: {}, config: undefined }
  let level: readonly Folder[] = [{ path: '', hash: root, isGit: false }]
  let folders = 0
  while (level.length > 0 && folders < PROJECT_FOLDERS) {
    folders += level.length
    const objects = await source.get(level.map(({ hash }) => hash))
    const next: Folder[] = []
    for (const [index, folder] of level.entries()) {
      const directory = objects[index] && decodeDirectory(objects[index])
      if (directory === undefined) return undefined
      for (const entry of directory.entries) next.push(...note(found, folder, entry))
    }
    level = next
  }
  const [bytes] = found.config === undefined ? [] : await source.get([found.config])
  const config = new TextDecoder().decode(bytes)
  // A new branch is no news.
  if (bytes) found.steering[GIT_CONFIG] = (await hashOf(gitConfigEffect(config))).slice(0, SHORT_HASH)
  return {
    remotes: remotesIn(config).slice(0, PROJECT_REMOTES),
    contents: found.contents.size,
    sample: [...found.contents].toSorted().slice(0, PROJECT_SAMPLE),
    steering: found.steering,
  }
}

interface Folder {
  /** From the workspace's root, with a slash behind it. */
  readonly path: string
  readonly hash: string
  /** It is Git's own, or in it. */
  readonly isGit: boolean
}

interface Found {
  readonly contents: Set<string>
  readonly steering: Record<string, string>
  /** Hash of the repository's configuration. */
  config: string | undefined
}

/** Notes a file; of a folder, gives it to be read. */
function note(found: Found, folder: Folder, entry: DirectoryObjectEntry): Folder[] {
  const path = folder.path + entry.name
  if (entry.kind === 'directory') {
    const isGit = folder.isGit || entry.name === GIT_FOLDER
    const passed = folder.isGit ? PASSED_OF_GIT : PASSED
    return passed.test(entry.name) ? [] : [{ path: `${path}/`, hash: entry.hash, isGit }]
  }
  if (path === GIT_CONFIG && entry.kind === 'file' && entry.size <= PROJECT_CONFIG_BYTES)
    found.config = entry.hash
  if (!folder.isGit && entry.kind === 'file' && entry.size > 0)
    found.contents.add(entry.hash.slice(0, SHORT_HASH))
  if (steers(path) && Object.keys(found.steering).length < PROJECT_STEERING)
    found.steering[path.slice(-PROJECT_TEXT_CHARS)] = entry.hash.slice(0, SHORT_HASH)
  return []
}

function hashOf(text: string): Promise<string> {
  return contentHash(new TextEncoder().encode(text))
}

/**
 * Hashes of the commits without a parent; none where there is no repository, it was cloned in part, or its history is too long to be
 * walked soon. The sandbox's own Git is asked, which changes nothing and runs no program of the repository.
 */
export async function firstCommits(sandbox: Sandbox, newId: () => string): Promise<string[]> {
  const [repository, shallow] = await Promise.all([sandbox.stat('.git'), sandbox.stat('.git/shallow')])
  if (!repository.ok || shallow.ok) return []
  const run = await sandbox.exec({
    id: newId(),
    command: 'git --no-optional-locks rev-list --max-parents=0 HEAD',
    readOnly: true,
    timeoutMs: FIRST_COMMITS_MS,
  })
  if (!run.ok || run.value.exitCode !== 0) return []
  const lines = new TextDecoder().decode(run.value.stdout).split('\n')
  return lines.filter((line) => /^[0-9a-f]{40,64}$/.test(line)).slice(0, PROJECT_COMMITS)
}
