import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { parseBoolean, type Config, type ConfigValue, type Scope } from '../../store/config.ts'
import { normalKey } from '../../store/config-file.ts'

const OPTIONS = [
  'global',
  'system',
  'local',
  'worktree',
  'f,file=',
  'blob=',
  'l,list',
  'get',
  'get-all',
  'get-regexp',
  'add',
  'unset',
  'unset-all',
  'replace-all',
  'rename-section',
  'remove-section',
  'e,edit',
  'z,null',
  'name-only',
  'show-origin',
  'show-scope',
  'bool',
  'int',
  'bool-or-int',
  'path',
  'type=',
  'default=',
  'includes',
  'no-includes',
  'fixed-value',
  'get-urlmatch',
  'get-color',
]

export async function configCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of ['edit', 'blob', 'worktree', 'get-urlmatch', 'get-color'])
    if (options.has(name)) throw new GitFailure(`config --${name} is not supported in this sandbox's git`)
  const { config } = session
  const [first, second, third] = options.operands
  if (options.has('list')) {
    for (const item of valuesFor(session, config, options)) session.out(shown(item, options, true))
    return 0
  }
  if (options.has('remove-section') || options.has('rename-section')) return editSection(config, options)
  if (first === undefined) throw new GitFailure('no action specified', { exitCode: 1, prefix: 'error: ' })
  if (options.has('get-regexp')) return getByPattern(session, options, first, second)
  const key = normalKey(first)
  if (key === undefined) throw keyFailure(first)
  if (options.has('unset') || options.has('unset-all')) return unset(session, options, key, second)
  const isRead =
    options.has('get') ||
    options.has('get-all') ||
    (second === undefined && !options.has('add') && !options.has('replace-all'))
  if (isRead)
    return get(session, options, key, options.has('get') || options.has('get-all') ? second : undefined)
  if (second === undefined)
    throw new GitFailure('wrong number of arguments, should be 2', { exitCode: 129, prefix: 'error: ' })
  return set(session, options, { key: first, value: second, pattern: third })
}

function keyFailure(key: string): GitFailure {
  const why = key.includes('.') ? `invalid key: ${key}` : `key does not contain a section: ${key}`
  return new GitFailure(why, { exitCode: key.includes('.') ? 1 : 2, prefix: 'error: ' })
}

function scopeOf(options: Options): Scope | undefined {
  if (options.has('global')) return 'global'
  if (options.has('system')) return 'system'
  return options.has('local') ? 'local' : undefined
}

function valuesFor(session: Session, config: Config, options: Options): readonly ConfigValue[] {
  const file = options.value('file')
  if (file !== undefined) return config.readFile(absolute(file, session.cwd), 'command')
  const scope = scopeOf(options)
  if (scope === 'local') void session.repository
  return scope === undefined
    ? config.values
    : config.values.filter(
        (item) => item.scope === scope && (item.isIncluded !== true || options.has('includes')),
      )
}

function shown(item: ConfigValue, options: Options, withKey: boolean): string {
  const end = options.has('null') ? '\0' : '\n'
  const origin = options.has('show-origin')
    ? `${item.scope === 'command' && item.file === 'command line' ? 'command line:' : `file:${item.file}`}${options.has('null') ? '\0' : '\t'}`
    : ''
  const scope = options.has('show-scope') ? `${item.scope}${options.has('null') ? '\0' : '\t'}` : ''
  if (options.has('name-only')) return `${scope}${origin}${item.key}${end}`
  const value = typed(item, options)
  if (!withKey) return `${scope}${origin}${value ?? ''}${end}`
  const gap = options.has('null') ? '\n' : options.has('get-regexp') ? ' ' : '='
  return `${scope}${origin}${item.key}${value === undefined ? '' : gap + value}${end}`
}

function typed({ key, value }: ConfigValue, options: Options): string | undefined {
  const type = options.has('bool') ? 'bool' : options.has('int') ? 'int' : options.value('type')
  if (type === 'bool') {
    const truth = parseBoolean(value)
    if (truth === undefined) throw new GitFailure(`bad boolean config value '${value ?? ''}' for '${key}'`)
    return String(truth)
  }
  if (type !== 'int') return value
  const [, digits, unit = ''] = /^(-?\d+)([kmg]?)$/i.exec(value ?? '') ?? []
  if (digits === undefined)
    throw new GitFailure(`bad numeric config value '${value ?? ''}' for '${key}': invalid unit`)
  return String(Number(digits) * 1024 ** ' kmg'.indexOf(unit.toLowerCase() || ' '))
}

function get(session: Session, options: Options, key: string, pattern: string | undefined): number {
  const test = pattern === undefined ? () => true : valueTest(pattern)
  const found = valuesFor(session, session.config, options).filter(
    (item) => item.key === key && test(item.value ?? ''),
  )
  const last = found.at(-1)
  const byDefault = options.value('default')
  if (last === undefined && byDefault !== undefined) {
    session.out(shown({ key, value: byDefault, scope: 'command', file: 'command line' }, options, false))
    return 0
  }
  for (const item of options.has('get-all') ? found : last === undefined ? [] : [last])
    session.out(shown(item, options, false))
  return last === undefined ? 1 : 0
}

function getByPattern(
  session: Session,
  options: Options,
  pattern: string,
  value: string | undefined,
): number {
  const name = new RegExp(pattern)
  const test = value === undefined ? () => true : valueTest(value)
  const found = valuesFor(session, session.config, options).filter(
    (item) => name.test(item.key) && test(item.value ?? ''),
  )
  for (const item of found) session.out(shown(item, options, true))
  return found.length === 0 ? 1 : 0
}

function valueTest(pattern: string): (value: string) => boolean {
  const negated = pattern.startsWith('!')
  const expression = new RegExp(negated ? pattern.slice(1) : pattern)
  return (value) => expression.test(value) !== negated
}

function fileFor(session: Session, options: Options): string {
  const file = options.value('file')
  if (file !== undefined) return absolute(file, session.cwd)
  const scope = scopeOf(options) ?? 'local'
  if (scope === 'local') void session.repository
  const found = session.config.fileOf(scope)
  if (found === undefined) throw new GitFailure('$HOME not set')
  return found
}

function set(
  session: Session,
  options: Options,
  change: { key: string; value: string; pattern: string | undefined },
): number {
  const file = fileFor(session, options)
  const { key, value, pattern } = change
  if (options.has('add')) {
    session.config.setIn(file, key, value, () => false)
    return 0
  }
  const test = pattern === undefined ? () => true : valueTest(pattern)
  const matching = session.config
    .readFile(file, 'local')
    .filter((item) => item.key === normalKey(key) && test(item.value ?? ''))
  if (matching.length > 1 && !options.has('replace-all')) {
    session.err(
      `warning: ${key} has multiple values\nerror: cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change ${key}.\n`,
    )
    return 5
  }
  session.config.setIn(file, key, value, (item) => test(item.value ?? ''))
  return 0
}

function unset(session: Session, options: Options, key: string, pattern: string | undefined): number {
  const file = fileFor(session, options)
  const test = pattern === undefined ? () => true : valueTest(pattern)
  const matching = session.config
    .readFile(file, 'local')
    .filter((item) => item.key === key && test(item.value ?? ''))
  if (matching.length === 0) return 5
  if (matching.length > 1 && !options.has('unset-all')) {
    session.err(`warning: ${key} has multiple values\n`)
    return 5
  }
  session.config.setIn(file, key, undefined, (item) => test(item.value ?? ''))
  if (scopeOf(options) === undefined || options.has('local'))
    session.config.dropSection(key.slice(0, key.lastIndexOf('.')))
  return 0
}

function editSection(config: Config, options: Options): number {
  const [from = '', to] = options.operands
  const done =
    options.has('rename-section') && to !== undefined
      ? config.renameSection(from, to)
      : config.removeSection(from)
  if (!done) throw new GitFailure(`no such section: ${from}`)
  return 0
}
