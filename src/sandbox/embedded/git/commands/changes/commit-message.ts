/** The message of `git commit`: given, at hand, or made by an editor, with what options and hooks add to it. */
import { editMessage, editorOf, isIdle } from '../../editor.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { runHook } from '../../hooks.ts'
import { cleanMessage, subjectOf } from '../../make-commit.ts'
import type { Options } from '../../options.ts'
import { personOf } from '../../person.ts'
import { absolute } from '../../repository.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { fromText, toText } from '../../text.ts'

/** Cleaned; empty where there is none. */
export async function messageFor(session: Session, options: Options): Promise<string> {
  const { repository } = session
  let message = await givenMessage(session, options)
  if (options.has('signoff')) {
    const { name, email } = personOf(session, 'committer')
    const line = `Signed-off-by: ${name} <${email}>`
    const text = cleanMessage(message)
    if (!text.includes(line)) message = `${text}${/\n[A-Za-z-]+: [^\n]*\n$/.test(text) ? '' : '\n'}${line}\n`
  }
  for (const trailer of options.all('trailer')) {
    const text = cleanMessage(message)
    message = `${text}${/\n[A-Za-z-]+: [^\n]*\n$/.test(text) ? '' : '\n'}${trailer.replace(/^([^:=]+)[:=]\s*/, '$1: ')}\n`
  }
  message = cleaned(message, options)
  const file = repository.gitPath('COMMIT_EDITMSG')
  repository.files.write(file, fromText(message))
  const source = options.has('message') || options.has('file') ? ['message'] : []
  if ((await runHook(session, 'prepare-commit-msg', [file, ...source])) !== 0)
    throw new GitFailure('', { exitCode: 1, prefix: '' })
  if (!options.has('no-verify') && (await runHook(session, 'commit-msg', [file])) !== 0)
    throw new GitFailure('', { exitCode: 1, prefix: '' })
  return cleaned(repository.files.readText(file) ?? message, options)
}

function cleaned(message: string, options: Options): string {
  const mode = options.value('cleanup') ?? 'default'
  if (mode === 'verbatim') return message === '' || message.endsWith('\n') ? message : `${message}\n`
  return cleanMessage(message, { comments: mode === 'strip' })
}

async function givenMessage(session: Session, options: Options): Promise<string> {
  const { repository } = session
  const words = options.all('message')
  const file = options.value('file')
  if (words.length > 0 && file !== undefined)
    throw new GitFailure("options '-m' and '-F' cannot be used together")
  const fixup = options.value('fixup') ?? options.value('squash')
  if (fixup !== undefined) {
    const kind = options.has('fixup') ? 'fixup' : 'squash'
    const { message } = repository.objects.commit(resolveCommit(repository, fixup))
    return [`${kind}! ${subjectOf(message)}`, ...words].join('\n\n')
  }
  if (words.length > 0) return words.join('\n\n')
  if (file === '-') return session.io.stdin()
  if (file !== undefined) return editedOrNot(session, options, readMessageFile(session, file))
  const reused = options.value('reuse-message')
  if (reused !== undefined) return repository.objects.commit(resolveCommit(repository, reused)).message
  return messageAtHand(session, options)
}

/** `-e` with a message that is given. */
async function editedOrNot(session: Session, options: Options, message: string): Promise<string> {
  const editor = editorOf(session)
  if (!options.has('edit') || editor === undefined) return message
  return editMessage(session, editor, message)
}

function readMessageFile(session: Session, file: string): string {
  const data = session.files.read(absolute(file, session.cwd))
  if (data === undefined) throw new GitFailure(`could not read log file '${file}': No such file or directory`)
  return toText(data)
}

/** Takes the prepared message of a merge or cherry-pick, the amended commit's message, or the editor's. */
async function messageAtHand(session: Session, options: Options): Promise<string> {
  const { repository } = session
  const { head } = repository
  const prepared =
    repository.files.readText(repository.gitPath('MERGE_MSG')) ??
    repository.files.readText(repository.gitPath('SQUASH_MSG'))
  if (options.has('amend') && head !== undefined && (options.has('no-edit') || hasNoEditor(session)))
    return repository.objects.commit(head).message
  const mayUse = options.has('no-edit') || hasNoEditor(session)
  if (prepared !== undefined && mayUse) return cleanMessage(prepared, { comments: !options.has('no-edit') })
  if (hasNoEditor(session)) return ''
  const editor = editorOf(session)
  if (editor !== undefined) {
    const old =
      options.has('amend') && head !== undefined ? repository.objects.commit(head).message : prepared
    return editMessage(session, editor, old ?? '')
  }
  throw errorFailure(
    `There is no editor in this sandbox, so the message must be given: git commit -m <message>, or -F <file>.
Please supply the message using either -m or -F option.`,
  )
}

/** Scripts set an editor that keeps the message as it is. */
function hasNoEditor(session: Session): boolean {
  return isIdle(editorOf(session))
}
