/** Classifies npm and other package managers by their verbs. */
import type { CommandClass, Judgement } from '../words/classes.ts'
import { mayBeOption, one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

const MANAGERS =
  /^(npm|pnpm|yarn|bun|pip[\d.]*|uv|poetry|gem|cargo|go|composer|brew|apt|apt-get|apk|corepack)$/
const FETCHING =
  /^(i|in|ins|inst|insta|instal|install|isntall|install-.*|ci|cit|clean-install.*|ic|it|add|a|update|up|upgrade|create|init|innit|publish|unpublish|deprecate|login|logout|adduser|add-user|whoami|token|profile|owner|access|dist-tag|dist-tags|dlx|x|exec|audit|view|v|show|info|search|s|se|find|link|ln|dedupe|ddp|outdated|ping|star|stars|team|hook|org|fund|bugs|docs|repo|home|issues|edit|rebuild|rb|prune|download|wheel|sync|get|mod|fetch|require|tap|self-update|import|doctor|set-script|config|c|set|cache|pack|version|rm|remove|uninstall|un|unlink|r|global|store|patch|deploy|approve-builds)$/
const READING = /^(ls|list|ll|la|root|prefix|bin|why|explain|help|-v|--version|-h|--help|freeze|query)$/
const RUNNING =
  /^(test|t|tst|start|stop|restart|run|run-script|rum|urn|build|lint|format|check|dev|vet|fmt|bench|clippy|nx|tsc|vitest|jest|eslint)$/

const CONFIGURES = 'changes a setting that can name a registry, a token or a program'

/** Undefined when it is none of them. */
export function judgePackageManager(name: string, all: readonly WordValue[]): Judgement | undefined {
  const words = /^p?npm$/.test(name) ? withoutHarmless(all) : all
  const args = words.map(one)
  if (name === 'npx') return judgeNpx(args)
  if (/^(pnpx|bunx|uvx|pipx)$/.test(name)) return made('egress', 'may fetch a package and run it')
  if (!MANAGERS.test(name)) return undefined
  const [verb] = args
  if (verb === undefined)
    return name === 'yarn' || args.length > 0
      ? made('egress', 'may fetch packages')
      : made('read-only', 'prints its help')
  if (verb.startsWith('-') && !READING.test(verb))
    return made('egress', `is given ${verb} before its verb, so that it may do anything`)
  if (verb === 'config' || verb === 'c')
    return args[1] === 'get' || args[1] === 'list'
      ? made('read-only', 'only reads')
      : { ...made('unknown', 'changes what packages may do'), steers: CONFIGURES }
  const isLocal = /^pip/.test(name) ? /^(show|check)$/.test(verb) : verb === 'pkg' && args[1] === 'get'
  if (isLocal) return made('read-only', 'only reads')
  if (verb === 'set') return { ...made('egress', `reaches out to the network (${verb})`), steers: CONFIGURES }
  if (FETCHING.test(verb)) return made('egress', `reaches out to the network (${verb})`)
  // Options of a run can name another shell or folder; words after `--` are the script's.
  const end = args.indexOf('--')
  const options = (end < 0 ? args : args.slice(0, end)).slice(1)
  if (
    options.some(
      (word) => word !== undefined && /^--?(script|sh|prefi|C$|reg|userc|globalc|node-o|call|c$)/.test(word),
    )
  )
    return made('unknown', 'is given an option that changes what runs')
  if ((end < 0 ? words : words.slice(0, end)).some(mayBeOption))
    return made('unknown', 'has arguments that the shell builds, which may be options')
  if (READING.test(verb)) return made('read-only', 'only reads')
  if (RUNNING.test(verb)) return made('program', 'runs a script of the project')
  return name === 'bun' || name === 'yarn' || name === 'pnpm'
    ? made('program', 'runs a script of the project')
    : made('unknown', `has a verb that is not known (${verb})`)
}

/** `npx tsc`, without options that name another package, a version or a command line. */
function judgeNpx(args: readonly (string | undefined)[]): Judgement {
  const at = args.findIndex((word) => !/^(-y|--yes|--no|--no-install|-q|--quiet)$/.test(word ?? ''))
  const program = args[at]
  if (program === undefined || !/^[a-z][\w.-]*$/i.test(program))
    return made('egress', 'may fetch a package and run it')
  if (args.slice(0, at).some((word) => /^--no(-install)?$/.test(word ?? '')))
    return made('program', 'runs a program of the project')
  return { ...made('egress', 'may fetch a package and run it'), fetched: program }
}

/** Options before the verb that change nothing of what runs. */
function withoutHarmless(words: readonly WordValue[]): readonly WordValue[] {
  let at = 0
  for (; at < words.length; at += 1) {
    const text = one(words[at]) ?? ''
    if (/^(-w|--workspace)$/.test(text)) at += 1
    else if (!/^(-s|--silent|-q|--quiet|--workspaces|--if-present|--workspace=.+)$/.test(text)) break
  }
  return words.slice(at)
}

function made(found: CommandClass, reason: string): Judgement {
  return { class: found, reason, reads: [], writes: [] }
}
