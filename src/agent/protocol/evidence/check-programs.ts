/** Programs that check a project, by the words of a command. */

export type CheckKind = 'tests' | 'build' | 'lint' | 'types'

const NONE: readonly CheckKind[] = []
const TESTS: readonly CheckKind[] = ['tests']
const BUILD: readonly CheckKind[] = ['build']
const LINT: readonly CheckKind[] = ['lint']
const TYPES: readonly CheckKind[] = ['types']

/** Programs that check whatever their arguments are. */
const PROGRAMS: ReadonlyMap<string, readonly CheckKind[]> = new Map([
  ...named(
    'jest mocha ava tap tape uvu pytest py.test nose2 tox nox rspec phpunit pest ctest bats karma jasmine qunit web-test-runner wtr c8 nyc',
    TESTS,
  ),
  ...named('webpack rollup esbuild tsup ninja msbuild unbuild rolldown tsdown', BUILD),
  ...named(
    'eslint oxlint stylelint standard xo tslint jshint flake8 pylint rubocop shellcheck golangci-lint staticcheck markdownlint markdownlint-cli2 ktlint swiftlint phpcs hadolint clippy-driver',
    LINT,
  ),
  ...named('svelte-check vue-tsc mypy pyright basedpyright phpstan psalm attw', TYPES),
])

/** Programs whose first argument says what they do. */
const SUBCOMMANDS = new Map<string, Readonly<Record<string, readonly CheckKind[]>>>([
  ['go', { test: TESTS, build: BUILD, install: BUILD, vet: LINT }],
  ['dotnet', { test: TESTS, build: BUILD, publish: BUILD }],
  ['mix', { test: TESTS, compile: BUILD, credo: LINT, dialyzer: TYPES }],
  ['swift', { test: TESTS, build: BUILD }],
  ['zig', { test: TESTS, build: BUILD }],
  ['flutter', { test: TESTS, build: BUILD, analyze: LINT }],
  ['dart', { test: TESTS, compile: BUILD, analyze: LINT }],
  ['rake', { test: TESTS, spec: TESTS, build: BUILD }],
  ['playwright', { test: TESTS }],
  ['cypress', { run: TESTS }],
  ['ng', { test: TESTS, build: BUILD, lint: LINT, e2e: TESTS }],
  ['react-scripts', { test: TESTS, build: BUILD }],
  ['vue-cli-service', { build: BUILD, lint: LINT, 'test:unit': TESTS }],
  ['next', { build: BUILD, lint: LINT }],
  ['nuxt', { build: BUILD, generate: BUILD, typecheck: TYPES }],
  ['nuxi', { build: BUILD, generate: BUILD, typecheck: TYPES }],
  ['astro', { build: BUILD, check: TYPES }],
  ['vite', { build: BUILD }],
  ['parcel', { build: BUILD }],
  ['wasm-pack', { test: TESTS, build: BUILD }],
  ['ruff', { check: LINT }],
  ['biome', { check: LINT, lint: LINT, ci: LINT }],
  ['flow', { check: TYPES }],
  ['rome', { check: LINT, ci: LINT }],
])

const RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno'])
const TASK_RUNNERS = new Set(['turbo', 'nx', 'lerna', 'run-s', 'run-p', 'npm-run-all', 'npm-run-all2'])
const SCRIPT_PROGRAMS = new Set(['node', 'tsx', 'ts-node', 'nodejs', 'python', 'python3', 'py'])
const PYTHONS = new Set(['python', 'python3', 'py'])

/** Programs that run the command behind them. */
const WRAPPERS = new Set(
  'time timeout nice env sudo exec command nohup xvfb-run cross-env npx bunx pnpx dotenv stdbuf unbuffer caffeinate'.split(
    ' ',
  ),
)
const RUN_WRAPPERS = new Set(['poetry', 'uv', 'pipenv', 'pdm', 'hatch', 'rye', 'bundle', 'nx', 'rtk'])

/** Options of runners whose value is the next word. */
const WITH_VALUE = new Set(
  '-w --workspace --prefix -C --cwd --filter -F --dir --package --timeout'.split(' '),
)
/** Options of Node whose value is the next word. */
const NODE_WITH_VALUE = new Set('--import --require -r --loader --env-file --test-reporter'.split(' '))
/** Words of a command that are read. */
const COMMAND_WORDS = 60

const QUESTIONS = new Set([
  '--version',
  '--help',
  '-h',
  '--init',
  '--showConfig',
  '--print-config',
  '--list-tests',
])

/** Kinds of checks of one simple command. */
export function kindsOf(words: readonly string[]): readonly CheckKind[] {
  const [first, ...rest] = withoutWrappers(words.slice(0, COMMAND_WORDS))
  if (first === undefined || rest.some((word) => QUESTIONS.has(word))) return NONE
  const program = programName(first)
  const known = PROGRAMS.get(program)
  if (known !== undefined) return known
  const [argument = ''] = plainWords(rest)
  const subcommand = own(SUBCOMMANDS.get(program), argument)
  if (subcommand !== undefined) return subcommand
  if (RUNNERS.has(program)) return kindsOfRunner(program, rest)
  if (TASK_RUNNERS.has(program)) return distinct(plainWords(rest).flatMap(kindsOfScript))
  return kindsOfOther(program, rest)
}

function kindsOfOther(program: string, rest: readonly string[]): readonly CheckKind[] {
  const plain = plainWords(rest)
  switch (program) {
    case 'vitest':
      return plain[0] === 'bench' || plain[0] === 'list' || plain[0] === 'init' ? NONE : TESTS
    case 'tsc':
    case 'tsgo':
      return rest.includes('--noEmit') ? TYPES : ['types', 'build']
    case 'cargo':
      return kindsOfCargo(plain[0], rest)
    case 'prettier':
    case 'oxfmt':
    case 'dprint':
      return rest.some((word) => /^(?:--check|-c|-l|--list-different|check)$/.test(word)) ? LINT : NONE
    case 'black':
    case 'isort':
    case 'gofmt':
      return rest.some((word) => /^(?:--check(?:-only)?|-l)$/.test(word)) ? LINT : NONE
    case 'make':
    case 'just':
    case 'task':
      return kindsOfMake(program, plain)
    case 'gradle':
    case 'gradlew':
      return distinct(plain.flatMap(kindsOfGradle))
    case 'mvn':
    case 'mvnw':
      return kindsOfMaven(plain, rest)
    case 'cmake':
      return rest.includes('--build') ? BUILD : NONE
    case 'ruff':
      return plain[0] === 'format' && rest.includes('--check') ? LINT : NONE
    default:
      return SCRIPT_PROGRAMS.has(program) ? kindsOfFile(program, rest) : NONE
  }
}

function kindsOfCargo(subcommand: string | undefined, rest: readonly string[]): readonly CheckKind[] {
  if (rest.includes('--no-run')) return BUILD
  switch (subcommand) {
    case 'test':
    case 't':
    case 'nextest':
      return TESTS
    case 'build':
    case 'b':
      return BUILD
    case 'check':
    case 'c':
      return ['build', 'types']
    case 'clippy':
      return LINT
    case 'fmt':
      return rest.includes('--check') ? LINT : NONE
    default:
      return NONE
  }
}

function kindsOfMake(program: string, targets: readonly string[]): readonly CheckKind[] {
  if (targets.length === 0) return program === 'make' ? BUILD : NONE
  return distinct(
    targets.flatMap((target) => {
      if (target === 'check') return TESTS
      return target === 'all' ? BUILD : kindsOfScript(target)
    }),
  )
}

function kindsOfGradle(task: string): readonly CheckKind[] {
  const name = task.slice(task.lastIndexOf(':') + 1)
  if (/^(?:test|check|connected\w*Test|test\w+UnitTest)$/.test(name)) return TESTS
  if (name === 'build') return ['build', 'tests']
  if (/^(?:assemble|compile|bundle)/.test(name)) return BUILD
  return /^(?:lint|ktlint|detekt|checkstyle)/.test(name) ? LINT : NONE
}

function kindsOfMaven(goals: readonly string[], rest: readonly string[]): readonly CheckKind[] {
  const skipsTests = rest.some((word) => /^-D(?:skipTests|maven\.test\.skip)/.test(word))
  const kinds = goals.flatMap((goal): readonly CheckKind[] => {
    if (goal === 'test') return TESTS
    if (goal === 'compile') return BUILD
    return /^(?:package|install|verify|deploy)$/.test(goal) ? ['build', 'tests'] : NONE
  })
  return distinct(kinds.filter((kind) => kind !== 'tests' || !skipsTests))
}

/** npm and its like: a script, a tool of their own, or a program of the project. */
function kindsOfRunner(program: string, rest: readonly string[]): readonly CheckKind[] {
  const words = plainWords(rest)
  const [subcommand = '', ...others] = words
  if (program === 'deno') {
    const kinds = own({ test: TESTS, lint: LINT, check: TYPES, compile: BUILD }, subcommand)
    if (kinds !== undefined) return kinds
    if (subcommand === 'fmt') return rest.includes('--check') ? LINT : NONE
  }
  if (/^(?:run|run-script|rum|urn|task)$/.test(subcommand)) return kindsOfScript(others[0] ?? '')
  if (subcommand === 'workspace') return kindsOfRunner(program, others.slice(1))
  if (subcommand === 'workspaces')
    return kindsOfRunner(
      program,
      others.filter((word) => word !== 'foreach'),
    )
  if (/^(?:exec|x|dlx)$/.test(subcommand)) return kindsOf(rest.slice(rest.indexOf(subcommand) + 1))
  if (program === 'npm') return /^(?:test|t|tst|it|install-test|cit)$/.test(subcommand) ? TESTS : NONE
  const script = kindsOfScript(subcommand)
  return script.length > 0 || subcommand === '' ? script : kindsOf(rest.slice(rest.indexOf(subcommand)))
}

const TEST_WORDS = /^(?:tests?|spec|specs|vitest|jest|mocha|e2e|unit|pytest|playwright)$/
const BUILD_WORDS = /^(?:build|compile|bundle)$/
const LINT_WORDS = /^(?:lint|eslint|oxlint|stylelint|linter)$/
const TYPE_WORDS = /^(?:types|typecheck|typescript|tsc|type)$/

/** Kinds by the name of a script, e.g. `test:unit`. */
function kindsOfScript(name: string): readonly CheckKind[] {
  const whole = name.toLowerCase()
  if (/^(?:type-?check|check-?types?|types?:check|check:types?|svelte-check|ts:check|check-ts)\b/.test(whole))
    return TYPES
  if (/^(?:prettier|format|fmt|style)[:-]check$|^check[:-](?:format|prettier|fmt)$/.test(whole)) return LINT
  if (/^check[:-]lint$/.test(whole)) return LINT
  if (
    /^(?:unit|e2e|integration|all|ci|run|component|browser)-tests?$|^tests?-(?:unit|e2e|integration|all|ci|run|browser|coverage)$/.test(
      whole,
    )
  )
    return TESTS
  if (whole === 'check') return ['lint', 'types']
  const [first = '', ...more] = whole.split(/[:.]/)
  if (TEST_WORDS.test(first)) {
    if (more.some((word) => LINT_WORDS.test(word))) return LINT
    return more.some((word) => TYPE_WORDS.test(word)) ? TYPES : TESTS
  }
  if (BUILD_WORDS.test(first)) return BUILD
  if (LINT_WORDS.test(first)) return LINT
  return TYPE_WORDS.test(first) && first !== 'type' ? TYPES : NONE
}

/** `node` and `python` with a file, a module or an option. */
function kindsOfFile(program: string, rest: readonly string[]): readonly CheckKind[] {
  if (PYTHONS.has(program)) {
    const module = rest.indexOf('-m')
    if (module >= 0) return kindsOfModule(rest.slice(module + 1))
  }
  if (rest.some((word) => /^--test(?:=|$)/.test(word))) return TESTS
  if (rest.some((word) => /^(?:-e|-p|-c|--eval|--print|--check)$/.test(word))) return NONE
  const at = rest.findIndex(
    (word, index) => !word.startsWith('-') && !NODE_WITH_VALUE.has(rest[index - 1] ?? ''),
  )
  const file = rest[at]
  if (file === undefined) return NONE
  if (file.includes('node_modules/')) return kindsOf([programName(file), ...rest.slice(at + 1)])
  if (programName(file) === 'manage' && rest[at + 1] === 'test') return TESTS
  return isTestFile(file) ? TESTS : NONE
}

function kindsOfModule([module = '', ...rest]: readonly string[]): readonly CheckKind[] {
  if (module === 'unittest') return TESTS
  return module === 'build' ? BUILD : kindsOf([module, ...rest])
}

function isTestFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    /^(?:tests?|spec)\.[a-z]+$|^test_\w+\.py$|_test\.[a-z]+$|[.-](?:test|spec)\.[a-z]+$/.test(name) ||
    (/^(?:run|all|index|main)[-_]?(?:tests?)?\.[a-z]+$/.test(name) && /(?:^|\/)tests?\//.test(path))
  )
}

/** A program's name without its folder, and without the ending of a script. */
function programName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:[cm]?js|py|cmd|exe|bat)$/, '')
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words
  // Each round takes at least one word away.
  for (;;) {
    const [first = '', second = ''] = rest
    const name = programName(first)
    if (WRAPPERS.has(name)) rest = afterWrapper(name, rest.slice(1))
    else if (RUN_WRAPPERS.has(name) && (second === 'run' || second === 'exec')) {
      if (name === 'nx') return rest
      rest = afterOptions(rest.slice(2))
    } else return rest
  }
}

function afterWrapper(name: string, words: readonly string[]): readonly string[] {
  const rest = afterOptions(words)
  return name === 'timeout' ? rest.slice(1) : rest
}

/** Without options and assignments at the beginning. */
function afterOptions(words: readonly string[]): readonly string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word)) break
    at += /^(?:-p|--package|-u|-s|-k|-c|-n)$/.test(word) && !word.includes('=') ? 2 : 1
  }
  return words.slice(at)
}

/** Words that are neither options nor values of options; up to `--`. */
function plainWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own.filter((word, index) => {
    const isValue = WITH_VALUE.has(own[index - 1] ?? '')
    return !word.startsWith('-') && !isValue && !/^[A-Za-z_]\w*=/.test(word)
  })
}

function named(names: string, kinds: readonly CheckKind[]): [string, readonly CheckKind[]][] {
  return names.split(' ').map((name) => [name, kinds])
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

function distinct(kinds: readonly CheckKind[]): readonly CheckKind[] {
  return [...new Set(kinds)]
}
