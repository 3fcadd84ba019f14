/**
 * Commits what the person has reviewed, and nothing else of what the workspace has: the files are put into a folder of
 * their own, as they are to be, and git stages them from there, so that the workspace itself is never touched.
 */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { isWithin, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { REVIEW_COMMIT_MS } from '../../limits.ts'
import type { CommitOutcome, ReviewedFile } from '../../protocol/calls/files.ts'
import type { UserFiles } from './user-files.ts'

export class ReviewCommit {
  readonly #files: UserFiles
  readonly #newId: () => string

  constructor(files: UserFiles, newId: () => string) {
    this.#files = files
    this.#newId = newId
  }

  /** Contents in the last commit; undefined for a path that it does not have. */
  versions(paths: readonly string[]): Promise<Result<readonly (Uint8Array | undefined)[]>> {
    return this.#files.read(async (sandbox) => {
      const versions: (Uint8Array | undefined)[] = []
      for (const path of paths) {
        const run = await sandbox.exec({
          id: this.#newId(),
          command: `git --no-optional-locks cat-file blob ${quoted(`HEAD:${path}`)}`,
          timeoutMs: REVIEW_COMMIT_MS,
        })
        if (!run.ok) return run
        const { exitCode, stdout, droppedBytes } = run.value
        if (droppedBytes > 0)
          return fail('too_large', `"${path}" is too large to be compared with the last commit.`, { path })
        versions.push(exitCode === 0 ? stdout : undefined)
      }
      return ok(versions)
    })
  }

  /** A refusal by git is an outcome; a failure is the sandbox's. */
  async commit(message: string, files: readonly ReviewedFile[]): Promise<Result<CommitOutcome>> {
    if (message.trim() === '') return fail('invalid', 'A commit needs a message; nothing was committed.')
    if (files.length === 0)
      return fail('invalid', 'Nothing of what was accepted is to be committed; maybe it is already.')
    const outside = files.find(({ path }) => !isInside(path))
    if (outside) {
      return fail('not_permitted', `"${outside.path}" is not of the workspace; nothing was committed.`, {
        path: outside.path,
      })
    }
    return this.#files.change((sandbox) => this.#stageAndCommit(sandbox, message, files))
  }

  async #stageAndCommit(
    sandbox: Sandbox,
    message: string,
    files: readonly ReviewedFile[],
  ): Promise<Result<CommitOutcome>> {
    const repository = await sandbox.stat('.git')
    if (!repository.ok)
      return repository.error.kind === 'not_found' ? ok({ kind: 'no_repository' }) : repository
    const others = await this.#otherStaged(sandbox, files)
    if (!others.ok) return others
    if (others.value) return ok(others.value)
    const folder = `/tmp/reviewed-${this.#newId()}`
    try {
      const made = await putInto(sandbox, folder, files)
      if (!made.ok) return made
      return await this.#run(sandbox, folder, message, files)
    } finally {
      await sandbox.remove(folder, { recursive: true })
    }
  }

  async #run(
    sandbox: Sandbox,
    folder: string,
    message: string,
    files: readonly ReviewedFile[],
  ): Promise<Result<CommitOutcome>> {
    const paths = files.map(({ path }) => quoted(path)).join(' ')
    // Forced: a user who accepts an ignored file wants it. git stages only from within the tree that it is
    // told of.
    const staged = await this.#git(
      sandbox,
      `-C ${quoted(folder)} --literal-pathspecs --git-dir="$PWD/.git" --work-tree=. add --all --force -- ${paths}`,
    )
    if (!staged.ok || staged.value.exitCode !== 0) return refusal(staged)
    const committed = await this.#git(sandbox, 'commit --file=-', message)
    if (!committed.ok || committed.value.exitCode !== 0) {
      // Files staged for this commit alone do not stay staged.
      await this.#git(sandbox, `--literal-pathspecs reset --quiet -- ${paths}`)
      return refusal(committed)
    }
    const head = await this.#git(sandbox, 'log -1 --format=%h%n%s')
    if (!head.ok || head.value.exitCode !== 0) return refusal(head)
    const [hash = '', summary = ''] = head.value.said.split('\n')
    return ok({ kind: 'committed', hash, summary })
  }

  /** They would be committed, too, without that anybody has looked at them here. */
  async #otherStaged(
    sandbox: Sandbox,
    files: readonly ReviewedFile[],
  ): Promise<Result<CommitOutcome | undefined>> {
    const staged = await this.#git(sandbox, '--no-optional-locks diff --cached --name-only -z --no-renames')
    if (!staged.ok) return staged
    if (staged.value.exitCode !== 0) return refusal(staged)
    const ours = new Set(files.map(({ path }) => path))
    const paths = staged.value.said.split('\0').filter((path) => path !== '' && !ours.has(path))
    return ok(paths.length > 0 ? { kind: 'others_staged', paths } : undefined)
  }

  async #git(sandbox: Sandbox, command: string, stdin = ''): Promise<Result<GitRun>> {
    const run = await sandbox.exec({
      id: this.#newId(),
      command: `git ${command}`,
      stdin: new TextEncoder().encode(stdin),
      timeoutMs: REVIEW_COMMIT_MS,
    })
    if (!run.ok) return run
    const text = (data: Uint8Array) => new TextDecoder().decode(data)
    const { exitCode, stdout, stderr } = run.value
    return ok({ exitCode, said: text(stdout), message: `${text(stderr)}${text(stdout)}`.trim() })
  }
}

interface GitRun {
  readonly exitCode: number
  readonly said: string
  readonly message: string
}

/** git's messages if no configuration has a name or an address for a commit. */
const NOBODY = /^\*\*\* Please tell me who you are\.$|^fatal: empty ident name/m

function refusal(run: Result<GitRun>): Result<CommitOutcome> {
  if (!run.ok) return run
  const { exitCode, message } = run.value
  if (NOBODY.test(message)) return ok({ kind: 'nobody' })
  return ok({ kind: 'refused', message: message === '' ? `git ended with ${exitCode}.` : message })
}

async function putInto(
  sandbox: Sandbox,
  folder: string,
  files: readonly ReviewedFile[],
): Promise<Result<void>> {
  const made = await sandbox.makeDirectory(folder)
  if (!made.ok) return made
  for (const { path, content } of files) {
    const place = `${folder}/${path}`
    if (content?.kind !== 'symlink') continue
    const parent = await sandbox.makeDirectory(place.slice(0, place.lastIndexOf('/')))
    const linked = parent.ok ? await sandbox.symlink(content.target, place) : parent
    if (!linked.ok) return linked
  }
  return sandbox.writeFiles(
    files.flatMap(({ path, content }) =>
      content?.kind === 'file' ? [{ path: `${folder}/${path}`, data: content.data, mode: content.mode }] : [],
    ),
  )
}

function isInside(path: string): boolean {
  const whole = resolve(path)
  return isWithin(whole, WORKSPACE_ROOT) && whole !== WORKSPACE_ROOT
}

/** One word for the shell, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
