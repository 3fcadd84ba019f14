/** `git bisect`: finds the commit that broke something, in as many steps as it takes to halve what is left. */
import { errorFailure, GitFailure } from '../../failure.ts'
import type { Repository } from '../../repository.ts'
import { peel, tryResolve } from '../../revision/resolve.ts'
import {
  appendLog,
  DEFAULT_TERMS,
  endBisect,
  markCommit,
  needTerms,
  readBisect,
  readTerms,
  writeBisect,
  writeTerms,
  type Terms,
} from '../../sequence/bisect-state.ts'
import type { Session } from '../../session.ts'
import { mark, markSkipped, USAGE } from './bisect-mark.ts'
import { exitCodeOf, nextStep } from './bisect-next.ts'
import { runBisect } from './bisect-run.ts'
import { checkoutCommand } from '../branches/checkout.ts'

const RESERVED = /^(help|start|skip|next|reset|visualize|view|replay|log|run|terms)$/

export async function bisectCommand(session: Session, args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  const { repository } = session
  switch (command) {
    case undefined:
    case 'help':
      session.err(`${USAGE}\n`)
      return command === undefined ? 1 : 0
    case 'start':
      return start(session, rest)
    case 'skip':
      return exitCodeOf(await markSkipped(session, rest))
    case 'next':
      return exitCodeOf(await nextStep(session, needTerms(repository)))
    case 'reset':
      return reset(session, rest)
    case 'log': {
      const log = readBisect(repository, 'LOG')
      if (log === undefined) throw errorFailure('We are not bisecting.')
      session.out(log)
      return 0
    }
    case 'terms':
      return tellTerms(session, rest)
    case 'run':
      return runBisect(session, rest)
    case 'visualize':
    case 'view':
    case 'replay':
      throw new GitFailure(`bisect ${command} is not supported in this sandbox's git`)
    default:
      return exitCodeOf(await mark(session, command, rest))
  }
}

interface StartWords {
  readonly terms: Terms | undefined
  readonly commits: readonly string[]
  readonly paths: readonly string[]
}

async function start(session: Session, args: readonly string[]): Promise<number> {
  const { repository } = session
  const words = readStart(repository, args)
  const { head } = repository
  if (head === undefined) throw errorFailure('bad HEAD - I need a HEAD')
  const began = readBisect(repository, 'START')?.trim()
  if (began !== undefined) {
    const code = await checkoutCommand(session, [began])
    if (code !== 0)
      throw errorFailure(`checking out '${began}' failed. Try 'git bisect start <valid-branch>'.`)
  }
  const from = began ?? repository.branch ?? head
  endBisect(repository)
  const terms = words.terms ?? DEFAULT_TERMS
  writeBisect(repository, 'START', `${from}\n`)
  writeBisect(repository, 'NAMES', `${words.paths.map((path) => ` ${quoted(path)}`).join('')}\n`)
  for (const [at, oid] of words.commits.entries())
    markCommit(repository, { word: at === 0 ? terms.bad : terms.good, oid, terms, isLogged: false })
  if (words.terms !== undefined || words.commits.length > 0) writeTerms(repository, terms)
  appendLog(repository, `git bisect start${args.map((word) => ` ${quoted(word)}`).join('')}\n`)
  const result = await nextStep(session, terms)
  if (exitCodeOf(result) !== 0 && result !== 'only-skipped') endBisect(repository)
  return exitCodeOf(result)
}

const quoted = (text: string): string => `'${text.replace(/['!]/g, "'\\$&'")}'`

function readStart(repository: Repository, args: readonly string[]): StartWords {
  const dashes = args.indexOf('--')
  const before = dashes < 0 ? args : args.slice(0, dashes)
  let terms: Terms = DEFAULT_TERMS
  let isNamed = false
  const commits: string[] = []
  let at = 0
  const value = (option: string): string => {
    const equals = option.indexOf('=')
    if (equals > 0) return option.slice(equals + 1)
    at += 1
    return before[at] ?? ''
  }
  for (; at < before.length; at += 1) {
    const word = before[at] ?? ''
    const [, term] = /^--term-(good|old|bad|new)(?:=|$)/.exec(word) ?? []
    if (term !== undefined) {
      terms = { ...terms, [term === 'good' || term === 'old' ? 'good' : 'bad']: value(word) }
      isNamed = true
      continue
    }
    if (word === '--no-checkout' || word === '--first-parent')
      throw new GitFailure(`bisect start ${word} is not supported in this sandbox's git`)
    if (word.startsWith('--')) throw errorFailure(`unrecognized option: '${word}'`)
    const found = tryResolve(repository, word)
    const oid = found === undefined ? undefined : peel(repository, found, 'commit')
    if (oid === undefined && dashes >= 0)
      throw new GitFailure(`'${word}' does not appear to be a valid revision`)
    if (oid === undefined) break
    commits.push(oid)
  }
  for (const term of [terms.good, terms.bad]) {
    if (RESERVED.test(term)) throw errorFailure(`can't use the builtin command '${term}' as a term`)
    if (!/^[A-Za-z0-9][\w.-]*$/.test(term)) throw errorFailure(`'${term}' is not a valid term`)
  }
  if (terms.good === terms.bad) throw errorFailure('please use two different terms')
  const paths = [...before.slice(at), ...(dashes < 0 ? [] : args.slice(dashes))]
  return { terms: isNamed ? terms : undefined, commits, paths }
}

async function reset(session: Session, names: readonly string[]): Promise<number> {
  const { repository } = session
  if (names.length > 1) throw errorFailure("'git bisect reset' requires either no argument or a commit")
  const [given] = names
  const began = readBisect(repository, 'START')?.trim()
  if (given === undefined && began === undefined) {
    session.out('We are not bisecting.\n')
    return 0
  }
  if (given !== undefined && tryResolve(repository, given) === undefined)
    throw errorFailure(`'${given}' is not a valid commit`)
  const to = given ?? began ?? 'HEAD'
  const code = await checkoutCommand(session, [to])
  if (code !== 0)
    throw errorFailure(`could not check out original HEAD '${to}'. Try 'git bisect reset <commit>'.`)
  endBisect(repository)
  return 0
}

function tellTerms(session: Session, args: readonly string[]): number {
  const terms = readTerms(session.repository)
  if (terms === undefined) throw errorFailure('no terms defined')
  const [option] = args
  if (option === undefined)
    session.out(
      `Your current terms are ${terms.good} for the old state\nand ${terms.bad} for the new state.\n`,
    )
  else if (option === '--term-good' || option === '--term-old') session.out(`${terms.good}\n`)
  else if (option === '--term-bad' || option === '--term-new') session.out(`${terms.bad}\n`)
  else
    throw errorFailure(
      `invalid argument ${option} for 'git bisect terms'.\nSupported options are: --term-good|--term-old and --term-bad|--term-new.`,
    )
  return 0
}
