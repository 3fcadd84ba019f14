/** The next commit that `git bisect` has to know about, checked out; or what it has found. */
import { commitsOf } from '../../revision/range.ts'
import { isAncestor, mergeBases } from '../../revision/walk.ts'
import {
  appendLog,
  goodOnes,
  named,
  readBisect,
  readSearch,
  writeBisect,
  type Terms,
} from '../../sequence/bisect-state.ts'
import { bisect, stepsFor, type Search } from '../../sequence/bisection.ts'
import type { Session } from '../../session.ts'
import { checkoutCommand } from '../branches/checkout.ts'
import { showCommand } from '../history/show.ts'

export type NextResult =
  /** More has to be said before there is a next one. */
  | 'waiting'
  | 'checked-out'
  | 'merge-base'
  | 'found'
  | 'only-skipped'
  | 'failed'
  /** Nothing in the range changes what is searched. */
  | 'untestable'
  /** The merge base is bad. */
  | 'bad-base'

/** Exit codes as git's. */
export function exitCodeOf(result: NextResult): number {
  return {
    waiting: 0,
    'checked-out': 0,
    'merge-base': 0,
    found: 0,
    failed: 1,
    'only-skipped': 2,
    'bad-base': 3,
    untestable: 4,
  }[result]
}

/** Says what is missing, if anything is; else goes on. */
export async function nextStep(session: Session, terms: Terms): Promise<NextResult> {
  const { repository } = session
  const search = readSearch(repository, terms)
  const good = goodOnes(repository, terms)
  if (search === undefined || good.length === 0) {
    const text = waitingText(terms, search !== undefined, good.length)
    session.out(`${text}\n`)
    appendLog(repository, `# ${text}\n`)
    return 'waiting'
  }
  const obstacle = await checkAncestors(session, terms, search)
  return obstacle ?? takeStep(session, terms, search)
}

function waitingText(terms: Terms, hasBad: boolean, goods: number): string {
  if (hasBad) return `status: waiting for ${terms.good} commit(s), ${terms.bad} commit known`
  if (goods === 0) return `status: waiting for both ${terms.good} and ${terms.bad} commits`
  return `status: waiting for ${terms.bad} commit, ${goods} ${terms.good} commit${goods === 1 ? '' : 's'} known`
}

async function takeStep(session: Session, terms: Terms, search: Search): Promise<NextResult> {
  const { repository } = session
  const { commit, tried, all, reaches } = bisect(repository, search)
  if (commit === undefined) {
    if (tried.length > 0) return onlySkipped(session, terms, { search, tried, bad: undefined })
    session.out(`${search.bad} was both ${terms.good} and ${terms.bad}\n`)
    return 'failed'
  }
  if (all === 0) {
    session.err('No testable commit found.\nMaybe you started with bad path arguments?\n')
    return 'untestable'
  }
  if (commit === search.bad) {
    if (tried.length > 0) return onlySkipped(session, terms, { search, tried, bad: search.bad })
    session.out(`${commit} is the first ${terms.bad} commit\n`)
    await showCommand(session, ['--stat', '--summary', commit])
    appendLog(repository, `# first ${terms.bad} commit: ${named(repository, commit)}\n`)
    return 'found'
  }
  const left = all - reaches - 1
  const steps = stepsFor(all)
  session.out(
    `Bisecting: ${left} revision${left === 1 ? '' : 's'} left to test after this (roughly ${steps} step${steps === 1 ? '' : 's'})\n`,
  )
  return checkOut(session, commit)
}

/** Checks a commit out to be tested, and names it. */
export async function checkOut(session: Session, commit: string): Promise<NextResult> {
  const { repository } = session
  writeBisect(repository, 'EXPECTED_REV', `${commit}\n`)
  if (repository.head !== commit || repository.branch !== undefined) {
    const code = await checkoutCommand(session, ['-q', '--detach', commit])
    if (code !== 0) return 'failed'
  }
  session.out(`${named(repository, commit)}\n`)
  return 'checked-out'
}

function onlySkipped(
  session: Session,
  terms: Terms,
  found: { search: Search; tried: readonly string[]; bad: string | undefined },
): NextResult {
  const { repository } = session
  const names = [...found.tried, ...(found.bad === undefined ? [] : [found.bad])]
  session.out(`There are only 'skip'ped commits left to test.
The first ${terms.bad} commit could be any of:
${names.map((oid) => `${oid}\n`).join('')}We cannot bisect more!
`)
  const range = { wanted: [found.search.bad], unwanted: found.search.good, symmetric: undefined }
  const possible = [...commitsOf(repository, range)].map(
    (oid) => `# possible first ${terms.bad} commit: ${named(repository, oid)}\n`,
  )
  appendLog(repository, `# only skipped commits left to test\n${possible.join('')}`)
  return 'only-skipped'
}

/** If a good commit is no ancestor of the bad one, their merge base must be good. */
async function checkAncestors(
  session: Session,
  terms: Terms,
  search: Search,
): Promise<NextResult | undefined> {
  const { repository } = session
  if (readBisect(repository, 'ANCESTORS_OK') !== undefined) return undefined
  const { objects } = repository
  const { bad, good, skipped } = search
  if (good.some((oid) => !isAncestor(objects, oid, bad))) {
    for (const base of mergeBases(objects, bad, good)) {
      if (base === bad) return badBase(session, terms, search)
      if (good.includes(base)) continue
      if (skipped.has(base)) {
        session.err(
          `warning: the merge base between ${bad} and [${good.join(' ')}] must be skipped.\nSo we cannot be sure the first ${terms.bad} commit is between ${base} and ${bad}.\nWe continue anyway.\n`,
        )
        continue
      }
      session.out('Bisecting: a merge base must be tested\n')
      const result = await checkOut(session, base)
      return result === 'checked-out' ? 'merge-base' : result
    }
  }
  writeBisect(repository, 'ANCESTORS_OK', '')
  return undefined
}

function badBase(session: Session, terms: Terms, { bad, good }: Search): NextResult {
  if (readBisect(session.repository, 'EXPECTED_REV')?.trim() === bad) {
    const goods = good.join(' ')
    const because =
      terms.bad === 'bad' && terms.good === 'good'
        ? `This means the bug has been fixed between ${bad} and [${goods}].`
        : terms.bad === 'new' && terms.good === 'old'
          ? `The property has changed between ${bad} and [${goods}].`
          : `This means the first '${terms.good}' commit is between ${bad} and [${goods}].`
    session.err(`The merge base ${bad} is ${terms.bad}.\n${because}\n`)
    return 'bad-base'
  }
  session.err(`Some ${terms.good} revs are not ancestors of the ${terms.bad} rev.
git bisect cannot work properly in this case.
Maybe you mistook ${terms.good} and ${terms.bad} revs?
`)
  return 'failed'
}
