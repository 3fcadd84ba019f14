/**
 * Whether a project's own configuration is in force: only what the person has seen and trusted, as it was then, by its content. Another content asks again; until then what was trusted stays as it was.
 */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { join, relativeTo, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { PROJECT_FILE_BYTES, PROJECT_FILES } from '../../limits.ts'
import type { ProjectState } from '../../protocol/calls/permissions.ts'
import { contentHash } from '../store/content-hash.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import {
  readProjectConfig,
  type ConfigFile,
  type ProjectConfig,
  type ProjectGrants,
} from './project-config.ts'

const FOLDER = join(WORKSPACE_ROOT, '.claude')
/** Files that can be in force are read however many files there are. */
const ALWAYS = ['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'] as const
const NO_RULES = { allow: [], ask: [], deny: [] }
export const NO_GRANTS: ProjectGrants = { project: NO_RULES, local: NO_RULES, env: {} }

export interface ProjectTrustOptions {
  readonly workspaces: WorkspaceStore
  readonly sandbox: () => Promise<Result<Sandbox>>
  readonly newId: () => string
  readonly onState: (state: ProjectState | null) => void
}

interface Found {
  readonly hash: string
  readonly config: ProjectConfig
}

export class ProjectTrust {
  readonly #options: ProjectTrustOptions

  constructor(options: ProjectTrustOptions) {
    this.#options = options
  }

  /** Settings in force now. Read from the user's decision, never from the files. */
  async grants(): Promise<ProjectGrants> {
    return grantsIn(await this.#options.workspaces.trusted())
  }

  /** Undefined where the project brings nothing. */
  async state(): Promise<ProjectState | undefined> {
    const found = await this.#find()
    const known = await this.#options.workspaces.trusted()
    if (found === undefined) return undefined
    const { hash, config } = found
    return { hash, status: statusOf(hash, known), items: config.items, ignored: config.ignored }
  }

  /** The files may have changed. */
  async tell(): Promise<void> {
    this.#options.onState((await this.state()) ?? null)
  }

  /** `hash` is of what the person was shown: nothing else is taken into force. */
  async decide(hash: string, isTrusted: boolean): Promise<Result<void>> {
    const found = await this.#find()
    if (found?.hash !== hash) {
      await this.tell()
      return fail(
        'not_permitted',
        'The project’s configuration has changed since it was shown; nothing was decided.',
        {
          hint: 'Look at it again.',
        },
      )
    }
    // A refusal puts nothing in force, not even the formerly trusted content.
    await this.#options.workspaces.keepTrust(
      isTrusted ? { hash, grants: found.config.grants } : { refused: hash },
    )
    await this.tell()
    return ok(undefined)
  }

  async #find(): Promise<Found | undefined> {
    const sandbox = await this.#options.sandbox()
    if (!sandbox.ok) return undefined
    // Most have no such folder; that can be told without a search.
    const known = await sandbox.value.list(FOLDER)
    const listed =
      known.ok &&
      (await sandbox.value.glob({
        id: this.#options.newId(),
        pattern: '**',
        path: FOLDER,
        includeIgnored: true,
        limit: PROJECT_FILES,
      }))
    const inside = listed && listed.ok ? listed.value.paths : []
    const paths = [...new Set([...inside, ...ALWAYS.map((name) => join(WORKSPACE_ROOT, name))])].toSorted()
    const read = await sandbox.value.readFiles(paths)
    if (!read.ok) return undefined
    const files: ConfigFile[] = []
    const parts: string[] = []
    for (const [index, outcome] of read.value.entries()) {
      const path = relativeTo(paths[index] ?? '')
      if (!outcome.ok || !isConfiguration(path)) continue
      // All of it counts for the hash; only its beginning is shown.
      parts.push(`${path}\n${await contentHash(outcome.value.slice())}`)
      files.push({ path, text: new TextDecoder().decode(outcome.value.subarray(0, PROJECT_FILE_BYTES)) })
    }
    if (files.length === 0) return undefined
    return {
      hash: await contentHash(new TextEncoder().encode(parts.join('\n'))),
      config: readProjectConfig(files),
    }
  }
}

/** The project's rules and variables in force, by what the user has said of it. */
export function grantsIn(trust: Awaited<ReturnType<WorkspaceStore['trusted']>>): ProjectGrants {
  return trust?.grants ?? NO_GRANTS
}

/** Whether a change of this file can change what the project brings. */
export function isConfiguration(path: string): boolean {
  return /^\.mcp\.json$|^\.claude\/(settings(\.local)?\.json$|commands\/|skills\/|agents\/|hooks\/)/.test(
    path,
  )
}

/** Whether a change at this path, or somewhere below it, can. */
export function mayHoldConfiguration(path: string): boolean {
  return path === '.' || path === '.claude' || isConfiguration(path) || isConfiguration(`${path}/`)
}

function statusOf(
  hash: string,
  known: Awaited<ReturnType<WorkspaceStore['trusted']>>,
): ProjectState['status'] {
  if (known?.grants !== undefined) return known.hash === hash ? 'trusted' : 'changed'
  return known?.refused === hash ? 'refused' : 'unseen'
}
