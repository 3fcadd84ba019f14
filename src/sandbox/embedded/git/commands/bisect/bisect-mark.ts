/** Marks commits in `git bisect`: good, bad, or skipped. */
import { errorFailure, GitFailure } from '../../failure.ts'
import type { Repository } from '../../repository.ts'
import { commitsOf, parseRange } from '../../revision/range.ts'
import { peel, tryResolve } from '../../revision/resolve.ts'
import {
  DEFAULT_TERMS,
  isBisecting,
  markCommit,
  needTerms,
  readBisect,
  readTerms,
  removeBisect,
  writeTerms,
  type Terms,
} from '../../sequence/bisect-state.ts'
import type { Session } from '../../session.ts'
import { nextStep, type NextResult } from './bisect-next.ts'

export const USAGE =
  'usage: git bisect [help|start|bad|good|new|old|terms|skip|next|reset|visualize|view|replay|log|run]'

/** Marks commits (HEAD without one), then goes to the next step. */
export async function mark(session: Session, word: string, names: readonly string[]): Promise<NextResult> {
  const { repository } = session
  const terms = termsFor(repository, word)
  if (terms === undefined) {
    const known = readTerms(repository)
    if (known !== undefined && isBisecting(repository) && /^(bad|good|new|old)$/.test(word))
      throw errorFailure(`Invalid command: you're currently in a ${known.bad}/${known.good} bisect`)
    session.err(`${USAGE}\n`)
    return 'failed'
  }
  needStart(session)
  if (word === terms.bad && names.length > 1)
    throw errorFailure(`'git bisect ${terms.bad}' can take only one argument.`)
  const commits = (names.length === 0 ? ['HEAD'] : names).map((name) => commitNamed(repository, name))
  if (readTerms(repository) === undefined) writeTerms(repository, terms)
  markAll(repository, { word, terms, commits })
  return nextStep(session, terms)
}

/** The same for commits that nobody can tell of; ranges are taken as well. */
export async function markSkipped(session: Session, names: readonly string[]): Promise<NextResult> {
  const { repository } = session
  needStart(session)
  const terms = needTerms(repository)
  const commits = (names.length === 0 ? ['HEAD'] : names).flatMap((name) => {
    const range = name.includes('..') ? parseRange(repository, name) : undefined
    return range === undefined ? [commitNamed(repository, name)] : [...commitsOf(repository, range)]
  })
  markAll(repository, { word: 'skip', terms, commits })
  return nextStep(session, terms)
}

export function needStart(session: Session): void {
  if (isBisecting(session.repository)) return
  throw new GitFailure('You need to start by "git bisect start"\n', { exitCode: 1, prefix: '' })
}

function commitNamed(repository: Repository, name: string): string {
  const found = tryResolve(repository, name)
  const oid = found === undefined ? undefined : peel(repository, found, 'commit')
  if (oid === undefined) throw errorFailure(`Bad rev input: ${name}`)
  return oid
}

function markAll(
  repository: Repository,
  marks: { word: string; terms: Terms; commits: readonly string[] },
): void {
  const expected = readBisect(repository, 'EXPECTED_REV')?.trim()
  for (const oid of marks.commits) {
    markCommit(repository, { ...marks, oid, isLogged: true })
    if (oid === expected) continue
    removeBisect(repository, 'ANCESTORS_OK')
    removeBisect(repository, 'EXPECTED_REV')
  }
}

/** By which words a mark like this one goes; undefined when it is none. */
function termsFor(repository: Repository, word: string): Terms | undefined {
  const known = readTerms(repository)
  if (known !== undefined) return word === known.bad || word === known.good ? known : undefined
  if (word === 'bad' || word === 'good') return DEFAULT_TERMS
  return word === 'new' || word === 'old' ? { bad: 'new', good: 'old' } : undefined
}
