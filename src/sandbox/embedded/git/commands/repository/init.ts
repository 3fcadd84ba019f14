import { parseOptions } from '../../options.ts'
import { absolute } from '../../repository.ts'
import type { GitFiles } from '../../files.ts'
import type { Session } from '../../session.ts'
import { isRefName } from '../../store/refs.ts'
import { fromText } from '../../text.ts'
import { GitFailure } from '../../failure.ts'

const OPTIONS = [
  'q,quiet',
  'bare',
  'b,initial-branch=',
  'template=',
  'shared=?',
  'object-format=',
  'separate-git-dir=',
]
const FOLDERS = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'branches', 'hooks']
const DESCRIPTION = "Unnamed repository; edit this file 'description' to name the repository.\n"
const EXCLUDE = `# git ls-files --others --exclude-from=.git/info/exclude
# Lines that start with '#' are comments.
`

export async function initCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  if (options.has('separate-git-dir'))
    throw new GitFailure('--separate-git-dir is not supported in this sandbox')
  if ((options.value('object-format') ?? 'sha1') !== 'sha1')
    throw new GitFailure('only the object format sha1 is supported in this sandbox')
  const bare = options.has('bare')
  const target = absolute(options.operands[0] ?? '.', session.cwd)
  session.files.makeDirectory(target)
  const gitDir = bare ? target : `${target}/.git`
  const branch = options.value('initial-branch') ?? session.makeConfig(undefined).get('init.defaultbranch')
  const isNew = makeRepository(session.files, gitDir, { bare, branch: branch ?? 'master' })
  if (!isNew && options.value('initial-branch') !== undefined)
    session.err(`warning: re-init: ignored --initial-branch=${options.value('initial-branch') ?? ''}\n`)
  const word = isNew ? 'Initialized empty' : 'Reinitialized existing'
  if (!options.has('quiet')) session.out(`${word} Git repository in ${gitDir}/\n`)
  return 0
}

/** False when there was one: nothing of it is changed. */
export function makeRepository(
  files: GitFiles,
  gitDir: string,
  options: { bare: boolean; branch: string },
): boolean {
  if (!isRefName(options.branch)) throw new GitFailure(`invalid initial branch name: '${options.branch}'`)
  for (const folder of FOLDERS) files.makeDirectory(`${gitDir}/${folder}`)
  if (files.lstat(`${gitDir}/HEAD`) !== undefined) return false
  const config = `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = ${options.bare}\n${options.bare ? '' : '\tlogallrefupdates = true\n'}`
  files.write(`${gitDir}/config`, fromText(config))
  files.write(`${gitDir}/description`, fromText(DESCRIPTION))
  files.write(`${gitDir}/info/exclude`, fromText(EXCLUDE))
  files.write(`${gitDir}/HEAD`, fromText(`ref: refs/heads/${options.branch}\n`))
  return true
}
