/** Configuration from system, user, repository and command line; later values win. */
import { GitFailure } from '../failure.ts'
import type { GitFiles } from '../files.ts'
import { fromText } from '../text.ts'
import { globToRegExp } from '../worktree/wildmatch.ts'
import { editConfig, normalKey, parseConfig, renameSection, type ConfigItem } from './config-file.ts'

export type Scope = 'system' | 'global' | 'local' | 'worktree' | 'command'

export interface ConfigValue {
  /** It stands in a file that another one includes. */
  readonly isIncluded?: boolean
  readonly key: string
  readonly value: string | undefined
  readonly scope: Scope
  readonly file: string
}

export interface ConfigPlaces {
  readonly home: string | undefined
  readonly xdgHome: string | undefined
  /** `.git/config`; undefined outside a repository. */
  readonly local: string | undefined
  /** Git directory of this worktree; undefined outside a repository. */
  readonly gitDir?: string | undefined
  /** `key=value` of `-c`. */
  readonly command: readonly string[]
}

export class Config {
  readonly #files: GitFiles
  readonly #places: ConfigPlaces
  #values: readonly ConfigValue[] | undefined
  #byKey: ReadonlyMap<string, ConfigValue> | undefined

  constructor(files: GitFiles, places: ConfigPlaces) {
    this.#files = files
    this.#places = places
  }

  get values(): readonly ConfigValue[] {
    this.#values ??= this.#read()
    return this.#values
  }

  /** The last value; undefined when there is none or the name stands alone. */
  get(key: string): string | undefined {
    return this.#last(key)?.value
  }

  /** Asked for each file of a worktree, some of them. */
  #last(key: string): ConfigValue | undefined {
    this.#byKey ??= new Map(this.values.map((value) => [value.key, value]))
    return this.#byKey.get(key)
  }

  all(key: string): string[] {
    return this.values.flatMap((item) => (item.key === key && item.value !== undefined ? [item.value] : []))
  }

  boolean(key: string, byDefault: boolean): boolean {
    const found = this.#last(key)
    if (found === undefined) return byDefault
    const truth = parseBoolean(found.value)
    if (truth === undefined)
      throw new GitFailure(`bad boolean config value '${found.value ?? ''}' for '${key}'`)
    return truth
  }

  number(key: string, byDefault: number): number {
    const value = this.get(key)
    if (value === undefined) return byDefault
    const [, digits, unit] = /^(-?\d+)([kmg]?)$/i.exec(value) ?? []
    if (digits === undefined)
      throw new GitFailure(`bad numeric config value '${value}' for '${key}': invalid unit`)
    return Number(digits) * 1024 ** ' kmg'.indexOf((unit || ' ').toLowerCase())
  }

  /** Second parts of `section.<name>.key`, in order of appearance. */
  subsections(section: string): string[] {
    const start = `${section}.`
    const names = this.values.flatMap(({ key }) => {
      const end = key.lastIndexOf('.')
      return key.startsWith(start) && end > section.length ? [key.slice(start.length, end)] : []
    })
    return [...new Set(names)]
  }

  fileOf(scope: Scope): string | undefined {
    const { home, local } = this.#places
    if (scope === 'system') return '/etc/gitconfig'
    if (scope === 'local' || scope === 'worktree') return local
    return scope === 'global' && home !== undefined ? `${home}/.gitconfig` : undefined
  }

  /** A value that is a path: `~` is the home directory. */
  path(key: string): string | undefined {
    const value = this.get(key)
    return value?.startsWith('~/') ? `${this.#places.home ?? ''}${value.slice(1)}` : value
  }

  /** A file of the user's own beside the configuration, e.g. `ignore`; undefined without a home. */
  userFile(name: string): string | undefined {
    const { home, xdgHome } = this.#places
    const xdg = xdgHome ?? (home === undefined ? undefined : `${home}/.config`)
    return xdg === undefined ? undefined : `${xdg}/git/${name}`
  }

  /** Replaces the values that match, or takes them out when `value` is undefined. */
  set(
    scope: Scope,
    key: string,
    value: string | undefined,
    matches: (item: ConfigItem) => boolean = () => true,
  ): void {
    const file = this.fileOf(scope)
    if (file === undefined)
      throw new GitFailure(scope === 'global' ? '$HOME not set' : 'not in a git directory')
    this.setIn(file, key, value, matches)
  }

  setIn(
    file: string,
    key: string,
    value: string | undefined,
    matches: (item: ConfigItem) => boolean = () => true,
  ): void {
    const text = this.#files.readText(file) ?? ''
    this.#files.replace(
      file,
      fromText(editConfig(text, { key: normalKey(key) ?? key, value, matches, file })),
    )
    this.#values = undefined
    this.#byKey = undefined
  }

  /** Removes the section from the repository's own file, unless it has values. */
  dropSection(section: string): void {
    if (this.values.some((item) => item.scope === 'local' && item.key.startsWith(`${section}.`))) return
    this.#rewriteSection(section, undefined)
  }

  /** Takes the section out with all that is in it. */
  removeSection(section: string): boolean {
    return this.#rewriteSection(section, undefined)
  }

  renameSection(from: string, to: string): boolean {
    return this.#rewriteSection(from, to)
  }

  /** False when there is none of that name. */
  #rewriteSection(section: string, to: string | undefined): boolean {
    const file = this.#places.local
    const text = file === undefined ? undefined : this.#files.readText(file)
    if (file === undefined || text === undefined) return false
    if (!parseConfig(text, file).sections.some((candidate) => candidate.key === section)) return false
    this.#files.replace(file, fromText(renameSection(text, section, to, file)))
    this.#values = undefined
    this.#byKey = undefined
    return true
  }

  #read(): ConfigValue[] {
    const { home, xdgHome, local, command } = this.#places
    const xdg = xdgHome ?? (home === undefined ? undefined : `${home}/.config`)
    return [
      ...this.readFile('/etc/gitconfig', 'system'),
      ...(xdg === undefined ? [] : this.readFile(`${xdg}/git/config`, 'global')),
      ...(home === undefined ? [] : this.readFile(`${home}/.gitconfig`, 'global')),
      ...(local === undefined ? [] : this.readFile(local, 'local')),
      ...command.map((text) => commandValue(text)),
    ]
  }

  /** The file's values, with those of the files that it includes. */
  readFile(file: string, scope: Scope, depth = 0): ConfigValue[] {
    const text = this.#files.readText(file)
    if (text === undefined) return []
    if (depth > MAX_INCLUDES)
      throw new GitFailure(`exceeded maximum include depth (${MAX_INCLUDES}) at ${file}`)
    return parseConfig(text, file).items.flatMap(({ key, value }) => {
      const own = { key, value, scope, file, isIncluded: depth > 0 }
      const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1]
      const includes = key === 'include.path' || (condition !== undefined && this.#holds(condition, file))
      if (!includes || value === undefined) return [own]
      return [own, ...this.readFile(this.#includePath(value, file), scope, depth + 1)]
    })
  }

  /** Evaluates a condition of `includeIf`; an unknown kind is false, as in git. */
  #holds(condition: string, file: string): boolean {
    const { gitDir } = this.#places
    const at = condition.indexOf(':')
    const [kind, pattern] = [condition.slice(0, at), condition.slice(at + 1)]
    if (kind === 'hasconfig')
      throw new GitFailure(`includeIf.${condition} in ${file} is not supported in this sandbox's git`)
    if (gitDir === undefined) return false
    if (kind === 'onbranch') {
      const head = this.#files.readText(`${gitDir}/HEAD`) ?? ''
      const branch = /^ref: refs\/heads\/(.*)$/m.exec(head)?.[1]
      return branch !== undefined && matchesFolder(pattern, branch, false)
    }
    if (kind !== 'gitdir' && kind !== 'gitdir/i') return false
    const home = this.#places.home ?? ''
    const base = file.slice(0, file.lastIndexOf('/'))
    const given = pattern.startsWith('~/')
      ? home + pattern.slice(1)
      : pattern.startsWith('./')
        ? base + pattern.slice(1)
        : pattern.startsWith('/')
          ? pattern
          : `**/${pattern}`
    return matchesFolder(given, gitDir, kind === 'gitdir/i')
  }

  #includePath(value: string, file: string): string {
    if (value.startsWith('/')) return value
    if (value.startsWith('~/')) return `${this.#places.home ?? ''}${value.slice(1)}`
    return `${file.slice(0, file.lastIndexOf('/'))}/${value}`
  }
}

/** A slash at the end stands for all that is below. */
function matchesFolder(pattern: string, path: string, ignoreCase: boolean): boolean {
  const glob = globToRegExp(pattern.endsWith('/') ? `${pattern}**` : pattern, { pathname: true })
  return new RegExp(glob.source, ignoreCase ? 'i' : '').test(path)
}

/** As git's own ceiling. */
const MAX_INCLUDES = 10

function commandValue(text: string): ConfigValue {
  const at = text.indexOf('=')
  const key = normalKey(at < 0 ? text : text.slice(0, at))
  if (key === undefined) {
    const why = text.includes('.') ? `invalid key: ${text}` : `key does not contain a section: ${text}`
    throw new GitFailure(`${why}\nfatal: unable to parse command-line config`, { prefix: 'error: ' })
  }
  return { key, value: at < 0 ? 'true' : text.slice(at + 1), scope: 'command', file: 'command line' }
}

export function parseBoolean(value: string | undefined): boolean | undefined {
  if (value === undefined) return true
  if (/^(true|yes|on)$/i.test(value)) return true
  if (/^(false|no|off|)$/i.test(value)) return false
  return /^-?\d+$/.test(value) ? Number(value) !== 0 : undefined
}
