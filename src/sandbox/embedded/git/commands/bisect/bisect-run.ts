/** `git bisect run`: a program says of each commit whether it is good. */
import { errorFailure, GitFailure } from '../../failure.ts'
import { goodOnes, needTerms, type Terms } from '../../sequence/bisect-state.ts'
import type { Session } from '../../session.ts'
import { mark, markSkipped, needStart } from './bisect-mark.ts'
import { checkOut, exitCodeOf, type NextResult } from './bisect-next.ts'

const SKIP = 125
/** Exit codes of a shell for a program that it cannot start or find. */
const NOT_RUN: readonly number[] = [126, 127]

export async function runBisect(session: Session, words: readonly string[]): Promise<number> {
  const { repository } = session
  needStart(session)
  const terms = needTerms(repository)
  if (goodOnes(repository, terms).length === 0 || !repository.refs.exists(`refs/bisect/${terms.bad}`))
    throw new GitFailure(
      `You need to give me at least one ${terms.good} and ${terms.bad} revision.\nYou can use "git bisect ${terms.good}" and "git bisect ${terms.bad}" for that.`,
      { exitCode: 1, prefix: 'error: ' },
    )
  if (words.length === 0) throw errorFailure('bisect run failed: no command provided.')
  const command = words.map((word) => ` '${word.replace(/['!]/g, "'\\$&'")}'`).join('')
  for (let isFirst = true; ; isFirst = false) {
    session.out(`running ${command}\n`)
    const code = await session.runLine(command, session.cwd)
    if (isFirst && NOT_RUN.includes(code)) await verify(session, terms, { command, code })
    if (code >= 128) {
      session.err(`error: bisect run failed: exit code ${code} from '${command}' is < 0 or >= 128\n`)
      return 256 - (code & 255)
    }
    const word = code === SKIP ? 'skip' : code === 0 ? terms.good : terms.bad
    const next = word === 'skip' ? await markSkipped(session, []) : await mark(session, word, [])
    if (next !== 'checked-out') return tellEnd(session, word, next)
  }
}

function tellEnd(session: Session, word: string, next: Exclude<NextResult, 'checked-out'>): number {
  switch (next) {
    case 'found':
      session.out('bisect found first bad commit')
      return 0
    case 'merge-base':
      session.out('bisect run success\n')
      return 0
    case 'only-skipped':
      session.err('error: bisect run cannot continue any more\n')
      return exitCodeOf(next)
    case 'failed':
    case 'untestable':
    case 'bad-base':
    case 'waiting':
      session.err(
        `error: bisect run failed: 'git bisect ${word}' exited with error code ${exitCodeOf(next)}\n`,
      )
      return exitCodeOf(next)
    default:
      return next satisfies never
  }
}

/** Such a code may be the shell's or the program's own: at a commit that is known to be good it must not come. */
async function verify(session: Session, terms: Terms, run: { command: string; code: number }): Promise<void> {
  const { repository } = session
  const [good] = goodOnes(repository, terms)
  const { head } = repository
  if (good === undefined || head === undefined) return
  await checkOut(session, good)
  session.out(`running ${run.command}\n`)
  const code = await session.runLine(run.command, session.cwd)
  await checkOut(session, head)
  if (code >= 128) throw errorFailure(`unable to verify ${run.command} on good revision`)
  if (code === run.code) throw errorFailure(`bogus exit code ${code} for good revision`)
}
