/** The list of a rebase's steps: made, arranged, and handed to the editor that a script names. */
import { runEditor, sequenceEditorOf } from '../../editor.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import type { Options } from '../../options.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { autosquash, withExec } from '../../sequence/arrange.ts'
import {
  endRebase,
  readRebaseFile,
  readTodo,
  removeRebaseFile,
  writeRebaseFile,
} from '../../sequence/rebase-state.ts'
import { todoHelp } from '../../sequence/todo-help.ts'
import { formatTodo, parseTodo, pickOf, type Step } from '../../sequence/todo.ts'
import type { Session } from '../../session.ts'
import { fromText } from '../../text.ts'
import { refuseMissing } from './rebase-run.ts'

interface Range {
  readonly upstream: string | undefined
  readonly onto: string
  readonly head: string
  readonly commits: readonly string[]
}

type Plan =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  /** The list cannot be read; it stays to be edited again. */
  | { readonly kind: 'wrong'; readonly steps: readonly Step[] }
  | { readonly kind: 'given-up'; readonly message: string | undefined }

const NO_EDITOR =
  'there is no editor in this sandbox for the list of steps: name one that edits it, as in GIT_SEQUENCE_EDITOR="sed -i \'2s/^pick/squash/\'" git rebase -i <upstream>'
const HOW_TO_FIX = `You can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.
Or you can abort the rebase with 'git rebase --abort'.
`

export async function planSteps(session: Session, options: Options, range: Range): Promise<Plan> {
  const { repository } = session
  const { config } = repository
  const isInteractive = options.has('interactive')
  const picks = range.commits.map((oid) => pickOf(repository, oid))
  const mayArrange =
    options.has('autosquash') ||
    (!options.isUnset('autosquash') && config.boolean('rebase.autosquash', false))
  const arranged = isInteractive && mayArrange ? autosquash(repository, picks) : picks
  const made = withExec(arranged.length === 0 ? [] : arranged, options.all('exec'))
  const steps: Step[] = made.length === 0 ? [{ word: 'noop' }] : made
  if (!isInteractive) return { kind: 'steps', steps }
  if ((config.get('rebase.missingcommitscheck') ?? 'ignore').toLowerCase() !== 'ignore') {
    endRebase(repository)
    throw new GitFailure("rebase.missingCommitsCheck is not supported in this sandbox's git")
  }
  const names = new ShortNames(repository)
  const { upstream, onto, head } = range
  const short = (oid: string): string => names.of(oid)
  const help = todoHelp({
    range: upstream === undefined ? short(head) : `${short(upstream)}..${short(head)}`,
    onto: short(onto),
    count: steps.length,
  })
  writeRebaseFile(repository, 'git-rebase-todo.backup', formatTodo(repository, steps) + help)
  return askEditor(session, steps, help)
}

async function askEditor(session: Session, steps: readonly Step[], help: string): Promise<Plan> {
  const { repository } = session
  const text = await edited(session, steps, help)
  if (text === undefined) return { kind: 'given-up', message: undefined }
  const todo = parseTodo(repository, text)
  if (todo.missing !== undefined) endRebase(repository)
  refuseMissing(todo.missing)
  if (todo.errors !== '') {
    session.err(todo.errors + HOW_TO_FIX)
    return { kind: 'wrong', steps: [] }
  }
  if (todo.steps.length === 0) return { kind: 'given-up', message: 'nothing to do' }
  return { kind: 'steps', steps: todo.steps }
}

/** Returns the steps as the editor leaves them; reports a failed editor and returns undefined. */
async function edited(session: Session, steps: readonly Step[], help: string): Promise<string | undefined> {
  const { repository } = session
  const editor = sequenceEditorOf(session)
  if (editor === undefined) {
    session.err(`error: ${NO_EDITOR}\n`)
    return undefined
  }
  const letters = repository.config.boolean('rebase.abbreviatecommands', false)
  const file = repository.gitPath('rebase-merge/git-rebase-todo')
  repository.files.write(file, fromText(formatTodo(repository, steps, { short: true, letters }) + help))
  if (await runEditor(session, editor, file)) return readRebaseFile(repository, 'git-rebase-todo') ?? ''
  session.err(`error: There was a problem with the editor '${editor}'.\n`)
  return undefined
}

/** `--edit-todo`: the steps that are left, once more. */
export async function editSteps(session: Session): Promise<number> {
  const { repository } = session
  const todo = readTodo(repository)
  const old = readRebaseFile(repository, 'git-rebase-todo') ?? ''
  refuseMissing(todo.missing)
  if (todo.errors !== '') session.err(todo.errors)
  const lines = old.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const editor = sequenceEditorOf(session)
  if (editor === undefined) throw errorFailure(NO_EDITOR)
  const file = repository.gitPath('rebase-merge/git-rebase-todo')
  const shown =
    todo.errors === ''
      ? formatTodo(repository, todo.steps, { short: true })
      : lines.map((line) => `${line}\n`).join('')
  repository.files.write(file, fromText(shown + todoHelp(undefined)))
  if (!(await runEditor(session, editor, file)))
    throw errorFailure(`There was a problem with the editor '${editor}'.`)
  const after = readTodo(repository)
  refuseMissing(after.missing)
  if (after.errors !== '') {
    session.err(after.errors + HOW_TO_FIX)
    return 1
  }
  removeRebaseFile(repository, 'dropped')
  writeRebaseFile(repository, 'git-rebase-todo', formatTodo(repository, after.steps))
  return 0
}
