/** Commands that say whether the work is right: test runs, type checks, linters, builds. Pure. */

/** Words of a command; undefined is a word that only a run can tell. */
export type CommandWords = readonly (string | undefined)[]

/** True for a test run, a type check, a linter, a build; wrappers such as `env` and `timeout` are off already. */
export function isCheckCommand(words: CommandWords): boolean {
  const [first, ...args] = words
  if (first === undefined || args.some((word) => NO_RUN.test(word ?? ''))) return false
  const name = baseName(first)
  if (MANAGERS.test(name)) return ofManager(name, args)
  if (FETCHERS.test(name)) return isCheckCommand(program(args))
  const verb = args.find((word) => word?.startsWith('-') !== true) ?? ''
  if (COVERAGE.test(name)) return isCheckCommand(args.slice(firstOperand(args)))
  if (RUNS_OTHERS.test(name))
    return verb === 'run' || verb === 'exec' ? isCheckCommand(after(args, verb)) : false
  if (PROGRAMS.test(name)) return true
  const verbs = VERBS.get(name)
  if (verbs !== undefined) return args.some((word) => verbs.test(word ?? ''))
  if (/^(node|nodejs|tsx|ts-node|bun|deno)$/.test(name)) return ofScript(args, NODE_SCRIPT)
  if (/^python[\d.]*$/.test(name)) return ofPython(args)
  return /\.sh$/.test(name) && SCRIPT.test(name)
}

/** True where no output means that all is right. */
export function isSilentWhenRight(words: CommandWords): boolean {
  return words.some((word) => /^(tsc|tsgo|eslint)$/.test(baseName(word ?? '')))
}

/** They print about the runner, or list what it would run. */
const NO_RUN =
  /^--(version|help|listTests|list|list-tests|collect-only|init|showConfig|print-config|dry-run|no-run)$/

const MANAGERS = /^(npm|pnpm|yarn|bun)$/
const FETCHERS = /^(npx|pnpx|bunx|uvx)$/
/** They run the rest of the line. */
const COVERAGE = /^(c8|nyc|cross-env|dotenvx?)$/
const RUNS_OTHERS = /^(uv|poetry|pipenv|hatch|bundle)$/
const PROGRAMS =
  /^(jest|vitest|mocha|ava|tap|tape|borp|jasmine|karma|pytest|py\.test|tsc|tsgo|vue-tsc|eslint|oxlint|svelte-check|playwright|rspec|phpunit|mypy|pyright|flake8)$/
/** Programs that check by some of their verbs. */
const VERBS: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^(test|vet|build)$/],
  ['cargo', /^(t|test|check|clippy|nextest|build)$/],
  ['swift', /^test$/],
  ['dotnet', /^test$/],
  ['mvn', /^(test|verify)$/],
  ['gradle', /^(\S*:)?(test|check)$/],
  ['gradlew', /^(\S*:)?(test|check)$/],
  ['mix', /^test$/],
  ['rake', /^(test|spec)$/],
  ['ruff', /^check$/],
  ['biome', /^(check|lint|ci)$/],
  ['cypress', /^run$/],
  ['make', /^(test|check|lint)s?([-_.:]|$)|[-_.:](test|check|lint)s?$/],
  ['just', /^(test|check|lint)s?([-_.:]|$)/],
])
/** Names of a project's scripts, with what comes before or after a mark: `tests-only`, `test:unit`, `ci:lint`. */
const SCRIPT =
  /(^|[-_.:/])(t|tst|tests?|specs?|e2e|unit|integration|coverage|checks?|lint|types?|typecheck|tsc|build|verify|validate|jest|vitest|mocha)([-_.:]|$)/
const NODE_SCRIPT = /(^|[-_./])(tests?|specs?|jest|vitest|mocha|ava|tsc|eslint)([-_./]|$)/
/** Verbs by which npm and yarn run a script without `run`. */
const SHORT = /^(t|tst|test)$/

function ofManager(name: string, all: CommandWords): boolean {
  const args = withoutOptions(all)
  const [verb, script] = args
  if (verb === undefined) return false
  if (verb === 'workspace' || verb === 'workspaces')
    return ofManager(name, args.slice(verb === 'workspace' ? 2 : 1))
  if (/^(run|run-script|rum|foreach)$/.test(verb)) return SCRIPT.test(script ?? '')
  if (/^(exec|x|dlx)$/.test(verb)) return isCheckCommand(program(args.slice(1)))
  if (SHORT.test(verb)) return true
  return name !== 'npm' && (SCRIPT.test(verb) || isCheckCommand(args))
}

/** Options of the manager, with their values, up to the script's own. */
function withoutOptions(args: CommandWords): CommandWords {
  const kept: (string | undefined)[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (word === '--') return [...kept, ...args.slice(at + 1)]
    if (/^(-w|--workspace|--prefix|-C|--cwd|--dir|-F|--filter)$/.test(word ?? '')) at += 1
    else if (word?.startsWith('-') !== true) kept.push(word)
    if (kept.length > 1) return [...kept, ...args.slice(at + 1)]
  }
  return kept
}

/** The program that `npx` and its kind run, without its version. */
function program(args: CommandWords): CommandWords {
  const at = firstOperand(args, /^(-p|--package)$/)
  const [name, ...rest] = args.slice(at)
  return [name?.replace(/(.)@[^/]*$/, '$1'), ...rest]
}

function firstOperand(args: CommandWords, valued = /^$/): number {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (valued.test(word)) at += 1
    else if (!word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word)) return at
  }
  return args.length
}

function after(args: CommandWords, verb: string): CommandWords {
  return args.slice(args.indexOf(verb) + 1)
}

/** A program of the project that is named like a test, or the language's own runner. */
function ofScript(args: CommandWords, script: RegExp): boolean {
  const operand = firstOperand(args, /^(-r|--require|--import|--loader|-e|-p|--eval|--print)$/)
  const options = args.slice(0, operand)
  if (options.some((word) => /^(-[a-z]*[ep]|--eval|--print)$/.test(word ?? ''))) return false
  return (
    options.some((word) => /^--test$/.test(word ?? '')) ||
    /^(test|check|lint)$/.test(args[operand] ?? '') ||
    script.test(args[operand] ?? '')
  )
}

function ofPython(args: CommandWords): boolean {
  const at = args.indexOf('-m')
  if (at >= 0) return /^(unittest|pytest|mypy|doctest|flake8|tox|nose2?)$/.test(args[at + 1] ?? '')
  return /(^|[-_./])tests?([-_./]|$)/.test(args[firstOperand(args)] ?? '')
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}
