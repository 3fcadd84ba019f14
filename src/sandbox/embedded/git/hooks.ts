/** The repository's own scripts (`.git/hooks`), which git runs at certain moments. */
import { absolute } from './repository.ts'
import type { Session } from './session.ts'

/** The hook's exit code; 0 when there is none. */
export async function runHook(session: Session, name: string, args: readonly string[]): Promise<number> {
  const { repository } = session
  const configured = repository.config.get('core.hookspath')
  const folder =
    configured === undefined ? `${repository.commonDir}/hooks` : absolute(configured, repository.root)
  const path = `${folder}/${name}`
  const stats = session.files.stat(path)
  if (stats?.kind !== 'file') return 0
  if ((stats.mode & 0o111) === 0) {
    session.err(`hint: The '${path}' hook was ignored because it's not set as executable.\n`)
    return 0
  }
  const { root } = repository
  // Named as from where the hook runs.
  const shown = (text: string): string => (text.startsWith(`${root}/`) ? text.slice(root.length + 1) : text)
  const env = {
    ...session.io.env,
    GIT_DIR: repository.gitDir,
    GIT_INDEX_FILE: shown(repository.gitPath('index')),
  }
  repository.saveIndex()
  const code = await session.io.run({
    argv: [path, ...args.map(shown)],
    cwd: root,
    env,
    stdin: '',
    toStderr: true,
  })
  session.repository.reread()
  return code
}
