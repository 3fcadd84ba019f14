/** The editor that a script names: there is none that a person could type into. */
import { errorFailure } from './failure.ts'
import { cleanMessage } from './make-commit.ts'
import type { Session } from './session.ts'
import { fromText } from './text.ts'

/** A command line; undefined where nobody has named one. */
export function editorOf(session: Session): string | undefined {
  const { env } = session.io
  return env['GIT_EDITOR'] ?? session.config.get('core.editor') ?? env['VISUAL'] ?? env['EDITOR']
}

/** The editor for the list of a rebase's steps. */
export function sequenceEditorOf(session: Session): string | undefined {
  return session.io.env['GIT_SEQUENCE_EDITOR'] ?? session.config.get('sequence.editor') ?? editorOf(session)
}

/** False where the editor ends with a failure. What it leaves is in the file; an editor that does nothing is not started. */
export async function runEditor(session: Session, editor: string, file: string): Promise<boolean> {
  if (isIdle(editor)) return true
  const { repository } = session
  repository.saveIndex()
  const code = await session.io.run({
    argv: ['sh', '-c', `${editor} "$@"`, editor, file],
    cwd: session.cwd,
    env: session.io.env,
    stdin: '',
  })
  repository.reread()
  return code === 0
}

/** Scripts set an editor that keeps everything as it is. */
export function isIdle(editor: string | undefined): boolean {
  return editor === 'true' || editor === ':'
}

/** Returns the message as the editor leaves it, without comments. */
export async function editMessage(session: Session, editor: string, message: string): Promise<string> {
  const { repository } = session
  const file = repository.gitPath('COMMIT_EDITMSG')
  const note =
    "\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored, and an empty message aborts the commit.\n"
  repository.files.write(file, fromText(message + note))
  if (!(await runEditor(session, editor, file)))
    throw errorFailure(
      `There was a problem with the editor '${editor}'.\nPlease supply the message using either -m or -F option.`,
    )
  return cleanMessage(repository.files.readText(file) ?? '', { comments: true })
}
