/** Settings of an installation: from options, variables and `.npmrc` files, as npm reads them. */

export interface InstallSettings {
  /** With a slash at its end; undefined: npm's own default. */
  readonly registry: string | undefined
  readonly offline: boolean
  readonly silent: boolean
  /** Warnings are shown. */
  readonly warns: boolean
  readonly legacyPeers: boolean
  /** Kinds of packages that are left out. */
  readonly omit: ReadonlySet<string>
  /** Operands: the command first. */
  readonly words: readonly string[]
}

export interface SettingSources {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Texts of `.npmrc` files, the one that counts most first. */
  readonly files: readonly string[]
}

/** Settings that do not affect the result, or only npm's own client, which gets them unchanged. */
const HARMLESS = new Set([
  ...[
    'audit',
    'fund',
    'update-notifier',
    'progress',
    'color',
    'cache',
    'yes',
    'save',
    'save-dev',
    'save-exact',
  ],
  ...['save-optional', 'save-peer', 'save-prod', 'save-prefix', 'strict-peer-deps', 'prefer-offline'],
  ...[
    'prefer-online',
    'tag',
    'user-agent',
    'fetch-retries',
    'fetch-timeout',
    'maxsockets',
    'unicode',
    'node-version',
  ],
  ...['omit-lockfile-registry-resolved', 'bin-links', 'package-lock', 'ignore-scripts', 'foreground-scripts'],
])
/** Only with that value; with another one npm's own client does it all. */
const ONLY: Readonly<Record<string, string>> = {
  audit: 'false',
  fund: 'false',
  save: 'true',
  'bin-links': 'true',
  'package-lock': 'true',
  'ignore-scripts': 'true',
}
const USED = new Set(['registry', 'offline', 'loglevel', 'legacy-peer-deps', 'omit', 'include', 'production'])
/** Names in `USED` and `HARMLESS` that take a value of their own. */
const VALUED = new Set(
  'registry loglevel omit include cache save-prefix tag user-agent fetch-retries fetch-timeout maxsockets'.split(
    ' ',
  ),
)
const SHORT: Readonly<Record<string, readonly [name: string, value: string]>> = {
  D: ['save-dev', 'true'],
  S: ['save', 'true'],
  P: ['save-prod', 'true'],
  O: ['save-optional', 'true'],
  E: ['save-exact', 'true'],
  B: ['save-bundle', 'true'],
  y: ['yes', 'true'],
  s: ['loglevel', 'silent'],
  q: ['loglevel', 'warn'],
  silent: ['loglevel', 'silent'],
  quiet: ['loglevel', 'warn'],
}
const LEVELS = new Set(['silent', 'error', 'warn', 'notice'])
/** Set for every command by what runs it, and about that. */
const ABOUT_THE_RUN =
  /^(user-agent|local-prefix|global-prefix|node-gyp|noproxy|npm-version|init-module|userconfig|globalconfig|prefix)$/

type Setting = readonly [name: string, value: string]

/** Undefined where something is set that only npm's own client knows what to do with. */
export function readInstallSettings({ args, env, files }: SettingSources): InstallSettings | undefined {
  const given = readArguments(args)
  const inFiles = files.flatMap(readFile)
  if (given === undefined || inFiles.includes(undefined)) return undefined
  const all = [...given.settings, ...readVariables(env), ...inFiles.filter((one) => one !== undefined)]
  if (!all.every(isKnown)) return undefined
  const value = (name: string): string | undefined => all.find(([key]) => key === name)?.[1]
  const level = value('loglevel') ?? 'notice'
  const registry = value('registry')
  const omit = omitted(all, env['NODE_ENV'])
  if (!LEVELS.has(level) || (registry !== undefined && !URL.canParse(registry))) return undefined
  return {
    registry: registry === undefined ? undefined : registry.replace(/\/*$/, '/'),
    offline: value('offline') === 'true',
    silent: level === 'silent',
    warns: level === 'warn' || level === 'notice',
    legacyPeers: value('legacy-peer-deps') === 'true',
    omit,
    words: given.words,
  }
}

function isKnown([name, value]: Setting): boolean {
  const only = ONLY[name]
  // A reference to a variable, which only npm resolves.
  if (value.includes('${')) return false
  return (USED.has(name) || HARMLESS.has(name)) && (only === undefined || only === value)
}

function omitted(all: readonly Setting[], nodeEnv: string | undefined): ReadonlySet<string> {
  const listed = (name: string): string[] =>
    all.flatMap(([key, value]) => (key === name ? value.split(/[\s,]+/) : []))
  const omit = new Set(listed('omit'))
  const isProduction = all.find(([key]) => key === 'production')?.[1] === 'true'
  if (isProduction || (nodeEnv === 'production' && listed('omit').length === 0)) omit.add('dev')
  for (const kind of listed('include')) omit.delete(kind)
  return omit
}

interface Arguments {
  readonly settings: readonly Setting[]
  readonly words: readonly string[]
}

function readArguments(args: readonly string[]): Arguments | undefined {
  const settings: Setting[] = []
  const words: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-')) words.push(arg)
    else {
      const option = readOption(arg)
      if (option === undefined) return undefined
      const [name, value] = option
      if (value !== undefined) settings.push([name, value])
      else if (VALUED.has(name)) settings.push([name, args[(at += 1)] ?? ''])
      else if (args[at + 1] === 'true' || args[at + 1] === 'false')
        settings.push([name, args[(at += 1)] ?? ''])
      else settings.push([name, 'true'])
    }
  }
  return { settings, words }
}

function readOption(arg: string): readonly [name: string, value: string | undefined] | undefined {
  const [, dashes = '', name = '', value] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(arg) ?? []
  const short = SHORT[name]
  if (short !== undefined && value === undefined) return short
  if (dashes === '-') return undefined
  if (name.startsWith('no-') && value === undefined) return [name.slice(3), 'false']
  return [name, value]
}

function readVariables(env: SettingSources['env']): Setting[] {
  return Object.entries(env).flatMap(([key, value]) => {
    const [, rest] = /^npm_config_(.+)$/i.exec(key) ?? []
    if (rest === undefined || value === undefined || value === '') return []
    const name = rest.toLowerCase().replaceAll('_', '-')
    return ABOUT_THE_RUN.test(name) ? [] : [[name, value] as const]
  })
}

/** Undefined for a line that is no setting of this form. */
function readFile(text: string): (Setting | undefined)[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const bare = line.trim()
    if (bare === '' || /^[#;]/.test(bare)) return []
    const [, name, value] = /^([\w-]+)\s*(?:=\s*(.*))?$/.exec(bare) ?? []
    if (name === undefined) return [undefined]
    return [[name, (value ?? 'true').replace(/^(["'])(.*)\1$/, '$2')] as const]
  })
}
