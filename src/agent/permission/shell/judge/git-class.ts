/** Classifies a git command by its verb and options. */
import type { CommandClass } from '../words/classes.ts'

const READS =
  /^(status|log|diff|show|rev-parse|rev-list|ls-files|ls-tree|blame|annotate|describe|shortlog|cat-file|grep|merge-base|name-rev|for-each-ref|show-ref|show-branch|count-objects|diff-tree|diff-index|diff-files|whatchanged|cherry|range-diff|version|var|check-ignore|check-attr|verify-commit|verify-tag|fsck)$/
const WRITES =
  /^(add|commit|checkout|switch|merge|rebase|cherry-pick|revert|tag|branch|stash|mv|init|apply|am|notes|worktree|sparse-checkout|read-tree|write-tree|commit-tree|update-index|hash-object|format-patch|gc|prune|repack|pack-refs|reflog|bundle|archive)$/
const LOSES = /^(clean|rm|restore|reset|update-ref|replace)$/
const NETWORK =
  /^(push|pull|fetch|clone|ls-remote|submodule|remote|request-pull|send-email|imap-send|send-pack|fetch-pack|archive-remote|p4|svn|lfs|credential.*|daemon|instaweb|http-.*|upload-pack|receive-pack|fast-import|remote-.*)$/
const RUNS =
  /^(bisect|config|filter-branch|filter-repo|difftool|mergetool|for-each-repo|help|hook|web--browse|maintenance|gui|citool|scalar|var)$/
/** Options, as far as git completes them, that start programs, write files or name another configuration. */
const SMUGGLING =
  /^-([cCOox]|[a-zA-Z]*O)|^--(o$|ou|op|ext|ex(e(c.*)?)?(=|$)|textc|upload|receive|rec|conf|templ|git-d|work|separate|super|namesp|gpg|ser|edit-d|trailer|unsafe|directory|run|pre|remote|interactive|patch|edit)/
/** Commands that change the repository, some of whose options start programs or write elsewhere. */
const OBEYING =
  /^(rebase|merge|am|apply|archive|bundle|cherry-pick|revert|format-patch|gc|init|notes|read-tree|worktree)$/
const GLOBAL = /^(--no-pager|-P|--paginate|--literal-pathspecs|--no-optional-locks|--no-replace-objects)$/

/** `args`: the words after `git`; undefined for words that only a run can tell. */
export function gitClass(args: readonly (string | undefined)[]): {
  readonly class: CommandClass
  readonly reason: string
} {
  const at = args.findIndex((word) => word === undefined || !GLOBAL.test(word))
  const verb = at < 0 ? '--help' : args[at]
  const rest = at < 0 ? [] : args.slice(at + 1)
  if (verb === undefined) return unknown('runs a git command that the shell builds')
  if (verb === '--version' || verb === '--help') return reads()
  if (verb === '-C' || verb.startsWith('-'))
    return unknown(`is given ${verb}, which changes what git runs or where`)
  const known = rest.map((word) => word ?? '')
  if (NETWORK.test(verb) && !isLocal(verb, known))
    return { class: 'egress', reason: `reaches out to the network (${verb})` }
  if (verb === 'config')
    return isConfigRead(known) ? reads() : unknown('changes configuration that can make git run programs')
  if (RUNS.test(verb)) return unknown(`runs other programs (${verb})`)
  if (rest.some((word) => word === undefined) && !WRITES.test(verb))
    return unknown('has arguments that the shell builds')
  if (rest.includes(undefined) && OBEYING.test(verb)) return unknown('has arguments that the shell builds')
  if (verb === 'symbolic-ref')
    return operandsOf(known).length > 1 || known.some((word) => /^(-d|--d)/.test(word))
      ? { class: 'workspace-write', reason: 'changes the repository' }
      : reads()
  if (/^(merge|rebase|cherry-pick|revert)$/.test(verb) && runsStrategy(known))
    return unknown('is given a strategy, which is a program')
  const option = known.find((word) => SMUGGLING.test(word))
  if (option !== undefined && !isHarmless(verb, option))
    return unknown(`is given ${option}, which can start a program or write a file`)
  if (isLoss(verb, known)) return { class: 'destructive', reason: 'throws work away' }
  if (READS.test(verb) || isListing(verb, known)) return reads()
  if (WRITES.test(verb) || verb === 'remote' || verb === 'reset')
    return { class: 'workspace-write', reason: 'changes the repository' }
  return unknown(`has a verb that is not known (${verb})`)
}

/** Files that a command writes, or keeps in the repository, beside those that git looks after. */
export function gitFiles(args: readonly (string | undefined)[]): {
  readonly reads: boolean
  /** The operand that names what it makes, counted from the verb. */
  readonly writes: number | undefined
} {
  const at = args.findIndex((word) => word === undefined || !GLOBAL.test(word))
  const [verb, next] = [args[at], args[at + 1]]
  const makes =
    verb === 'init'
      ? 1
      : (verb === 'worktree' && next === 'add') || (verb === 'bundle' && next === 'create')
        ? 2
        : undefined
  return {
    reads: /^(hash-object|notes|tag|commit|archive|stash|merge)$/.test(verb ?? ''),
    writes: makes,
  }
}

function reads() {
  return { class: 'read-only', reason: 'only reads the repository' } as const
}

function unknown(reason: string) {
  return { class: 'unknown', reason } as const
}

function operandsOf(rest: readonly string[]): readonly string[] {
  return rest.filter((word) => !word.startsWith('-'))
}

/** `git merge -s x` runs `git-merge-x`. */
function runsStrategy(rest: readonly string[]): boolean {
  const named = rest.flatMap((word, at) =>
    /^(-s|--strategy)$/.test(word) ? [rest[at + 1] ?? ''] : (/^--strategy=(.*)$/.exec(word)?.slice(1) ?? []),
  )
  return named.some((name) => /[^a-z]/.test(name))
}

function isLocal(verb: string, rest: readonly string[]): boolean {
  if (verb === 'remote') return rest.every((word) => word === '-v') || rest[0] === 'get-url'
  return verb === 'submodule' && (rest.length === 0 || rest[0] === 'status')
}

/** Beside an action that reads, another one (`--unset`) is a change. */
const READING_OPTION =
  /^(-z|--(null|name-only|show-origin|show-scope|local|includes|no-includes|bool|int|path|all|regexp|(type|default|value|url)=.*))$/

function isConfigRead(rest: readonly string[]): boolean {
  const [first = '', ...others] = rest
  if (rest.length === 1 && /^[a-z]+\.[\w.-]+$/i.test(first)) return true
  return (
    /^(--get(-all|-regexp)?|--list|-l|get|list)$/.test(first) &&
    others.every((word) => !word.startsWith('-') || READING_OPTION.test(word))
  )
}

function isListing(verb: string, rest: readonly string[]): boolean {
  const onlyOptions = rest.every((word) =>
    /^(-[avrl]+|--(list|all|remotes|verbose|show-current|merged|no-merged|contains)(=.*)?)$/.test(word),
  )
  if (verb === 'remote') return true
  if (verb === 'branch' || verb === 'tag') return onlyOptions
  if (verb === 'stash') return rest[0] === 'list' || rest[0] === 'show'
  if (verb === 'reflog') return rest.length === 0 || rest[0] === 'show'
  return verb === 'worktree' && rest[0] === 'list'
}

function isLoss(verb: string, rest: readonly string[]): boolean {
  if (LOSES.test(verb)) return !(verb === 'reset' && !rest.some((word) => /^--(h|k|me)/.test(word)))
  if (verb === 'checkout' || verb === 'switch')
    return rest.some((word) => /^(-f|--force|--discard-changes|--)$/.test(word))
  if (verb === 'branch' || verb === 'tag')
    return rest.some((word) => /^-[a-zA-Z]*[dD]|^--delete|^-[a-zA-Z]*[fMC]|^--force/.test(word))
  if (verb === 'stash') return rest[0] === 'drop' || rest[0] === 'clear'
  return (
    verb === 'gc' || verb === 'prune' || (verb === 'reflog' && (rest[0] === 'expire' || rest[0] === 'delete'))
  )
}

/** The same letter means something else for some verbs. */
function isHarmless(verb: string, option: string): boolean {
  if (option === '-C' || option === '-c') return /^(log|diff|show|blame|shortlog|switch)$/.test(verb)
  if (/^(--edit|--no-edit|--patch|-p|--oneline|--only|-o)$/.test(option))
    return (
      /^(commit|log|diff|show|ls-files|stash|merge|rebase|cherry-pick|revert|tag)$/.test(verb) &&
      option !== '--edit'
    )
  return option === '--pretty' || /^--(prett|remotes|recursive)/.test(option)
}
