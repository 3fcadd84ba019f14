/** Git's state of the workspace in a few lines: asked beside the work, in a way that changes nothing and runs no program of the project. */
import type { ExecResult, Sandbox } from '../../../sandbox/contract/contract.ts'
import { GIT_STATE_FILES, GIT_STATE_MS } from '../../limits.ts'
import { orAborted } from '../../or-aborted.ts'
import { oneLine } from '../../memory/notes/one-line.ts'

export interface GitStateOptions {
  readonly sandbox: Pick<Sandbox, 'stat' | 'exec' | 'cancel'>
  readonly newId: () => string
  readonly signal: AbortSignal
}

/** A question to Git that only looks, without a pager. */
const GIT = 'git --no-optional-locks --no-pager'
/** The status, and after its last NUL the last commit, which a new repository does not have. */
const COMMAND = `${GIT} status --porcelain=v1 --branch -z && { ${GIT} log -1 --format='%h %s' 2>/dev/null || true; }`
/** Characters of a name or a subject. */
const NAME_CHARS = 120

const STATES: Readonly<Record<string, string>> = {
  M: 'modified',
  T: 'changed in type',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  U: 'in conflict',
  '?': 'untracked',
}

/** Untrusted text: names and a subject are the repository's. Undefined without a repository or Git, or if it takes too long. */
export async function gitState({ sandbox, newId, signal }: GitStateOptions): Promise<string | undefined> {
  const id = newId()
  const ended = AbortSignal.any([signal, AbortSignal.timeout(GIT_STATE_MS)])
  const cancel = () => void sandbox.cancel(id)
  ended.addEventListener('abort', cancel, { once: true })
  try {
    return await orAborted(asked(sandbox, id, ended), ended, undefined)
  } finally {
    ended.removeEventListener('abort', cancel)
  }
}

async function asked(
  sandbox: GitStateOptions['sandbox'],
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const repository = await sandbox.stat('.git')
  if (!repository.ok || signal.aborted) return undefined
  const run = await sandbox.exec({ id, command: COMMAND, readOnly: true, timeoutMs: GIT_STATE_MS })
  if (!run.ok || run.value.exitCode !== 0 || run.value.timedOut) return undefined
  return stateText(run.value)
}

function stateText({ stdout, droppedBytes }: ExecResult): string | undefined {
  const fields = new TextDecoder().decode(stdout).split('\0')
  const commit = fields.pop() ?? ''
  const branch = branchText(fields.shift() ?? '')
  if (branch === undefined) return undefined
  const files = droppedBytes > 0 ? 'a great many changed files' : filesText(changesIn(fields))
  return `${branch}, ${commitText(commit)}; ${files}`
}

/** `## main...origin/main [ahead 1]` */
function branchText(field: string): string | undefined {
  if (!field.startsWith('## ')) return undefined
  const name = field
    .slice(3)
    .replace(/^(?:No commits yet|Initial commit) on /, '')
    .replace(/\.\.\..*$/, '')
  return name === 'HEAD (no branch)' ? 'no branch' : `branch ${oneLine(name, NAME_CHARS)}`
}

/** A short hash, and the subject behind it. */
function commitText(commit: string): string {
  const [, hash, subject = ''] = /^([0-9a-f]{4,64}) (.*)/.exec(commit) ?? []
  return hash === undefined ? 'no commit yet' : `last commit ${hash} "${oneLine(subject, NAME_CHARS)}"`
}

interface Change {
  readonly state: string
  readonly path: string
}

/** Two letters and a path each; a renamed file has its old name in the field after it. */
function changesIn(fields: readonly string[]): readonly Change[] {
  const changes: Change[] = []
  for (let at = 0; at < fields.length; at += 1) {
    const [, staged = '', own = '', path] = /^(.)(.) ([^]+)$/.exec(fields[at] ?? '') ?? []
    if (path === undefined) continue
    if (/[RC]/.test(staged + own)) at += 1
    changes.push({ state: stateOf(staged, own), path })
  }
  return changes
}

function stateOf(staged: string, own: string): string {
  const isConflict = /U/.test(staged + own) || /^(?:AA|DD)$/.test(staged + own)
  if (isConflict) return 'in conflict'
  const letter = own === ' ' ? staged : own
  return `${STATES[letter] ?? 'changed'}${own === ' ' ? ' and staged' : ''}`
}

function filesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no changed files'
  const groups = new Map<string, string[]>()
  for (const { state, path } of changes.slice(0, GIT_STATE_FILES)) {
    const paths = groups.get(state) ?? []
    groups.set(state, [...paths, oneLine(path, NAME_CHARS)])
  }
  const more = changes.length - GIT_STATE_FILES
  const named = [...groups].map(([state, paths]) => `${state}: ${paths.join(', ')}`)
  return [...named, ...(more > 0 ? [`and ${more} more changed files`] : [])].join('; ')
}
