/** Which files `rg` looks at: ignore files, globs, types, hidden names. */
import { matcherOfType, knownTypes } from '../../../../search/file-types.ts'
import { dirname, resolve } from '../../../../contract/path.ts'
import { fitsRule, ignoreRule, readIgnoreLine, type IgnoreRule } from '../../../git/worktree/ignore-line.ts'
import { globToRegExp } from '../../../git/worktree/wildmatch.ts'
import { Errno, type NamedStats, type Stats } from '../../../syscalls.ts'
import type { FileSyscalls } from '../../../syscalls.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { WithheldFiles } from '../../files/withheld-files.ts'
import { number, sizeOf, TROUBLE, type RgOptions } from './rg-options.ts'

export interface RgFile {
  readonly shown: string
  readonly path: string
  /** Named on the command line: searched whatever it is. */
  readonly explicit: boolean
  readonly stats: Stats
}

type Verdict = 'ignore' | 'keep' | undefined

/** The kinds of ignore files, the strongest first. */
const KINDS = ['.rgignore', '.ignore', '.gitignore', 'exclude'] as const
type Kind = (typeof KINDS)[number]

/** A directory with the rules that stand in it. */
interface Level {
  readonly path: string
  readonly rules: Readonly<Partial<Record<Kind, readonly IgnoreRule[]>>>
  readonly hasGit: boolean
  readonly above: Level | undefined
}

export class RgWalk {
  readonly #options: RgOptions
  readonly #files: FileSyscalls
  readonly #cwd: string
  readonly #complain: (message: string) => void
  readonly #withheld: WithheldFiles
  readonly #globs: readonly IgnoreRule[]
  readonly #explicitRules: readonly IgnoreRule[]
  readonly #isWantedType: (name: string) => boolean
  readonly #maxDepth: number
  readonly #maxSize: number
  readonly #kinds: ReadonlySet<Kind>

  constructor(
    options: RgOptions,
    place: {
      files: FileSyscalls
      cwd: string
      complain: (message: string) => void
      withheld: WithheldFiles
    },
  ) {
    this.#options = options
    this.#files = place.files
    this.#cwd = place.cwd
    this.#complain = place.complain
    this.#withheld = place.withheld
    const { raw } = options
    const anyCase = raw.has('glob-case-insensitive')
    this.#globs = raw.all.flatMap((argument) =>
      argument.type === 'option' && (argument.name === 'g' || argument.name === 'iglob')
        ? parseRules(argument.value ?? '', argument.name === 'iglob' || anyCase)
        : [],
    )
    const usesFiles = !raw.has('no-ignore-files') && options.ignores
    this.#explicitRules = usesFiles
      ? raw.values('ignore-file').flatMap((file) => this.#read(resolve(file, this.#cwd), file))
      : []
    this.#isWantedType = typeFilter(options)
    this.#maxDepth = number(raw, 'max-depth') ?? number(raw, 'maxdepth') ?? Infinity
    this.#maxSize = raw.has('max-filesize') ? sizeOf(raw.value('max-filesize') ?? '') : Infinity
    const kinds = new Set<Kind>(options.ignores ? KINDS : [])
    const without = (...names: Kind[]): void => names.forEach((name) => kinds.delete(name))
    if (raw.has('no-ignore-vcs')) without('.gitignore', 'exclude')
    if (raw.has('no-ignore-dot')) without('.rgignore', '.ignore')
    if (raw.has('no-ignore-exclude')) without('exclude')
    this.#kinds = kinds
  }

  *files(): Generator<RgFile> {
    const { paths } = this.#options
    for (const given of paths.length === 0 ? ['.'] : paths) {
      const path = given === '-' ? '/dev/stdin' : resolve(given, this.#cwd)
      const stats = this.#stat(path, given)
      if (stats === undefined) continue
      if (stats.kind !== 'directory') {
        if (stats.size <= this.#maxSize) yield { shown: given, path, explicit: true, stats }
        continue
      }
      const shown = paths.length === 0 ? '' : given.endsWith('/') ? given : `${given}/`
      const real = this.#files.realpath(path)
      yield* this.#below({ path: real, shown, depth: 0, level: this.#levelAt(real), ancestors: [stats.ino] })
    }
  }

  *#below(folder: {
    path: string
    shown: string
    depth: number
    level: Level
    ancestors: readonly number[]
  }): Generator<RgFile> {
    if (folder.depth >= this.#maxDepth) return
    let entries: readonly NamedStats[]
    try {
      entries = this.#files.scandir(folder.path)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`${folder.shown.replace(/\/$/, '')}: ${errnoSentence(error)} (os error 13)`)
      return
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder.path === '/' ? '' : folder.path}/${entry.name}`
      let stats: Stats = entry
      if (stats.kind === 'symlink') {
        if (!this.#options.raw.has('L')) continue
        const target = this.#stat(path, folder.shown + entry.name)
        if (target === undefined) continue
        stats = target
      }
      const isDirectory = stats.kind === 'directory'
      if (
        (!isDirectory && stats.kind !== 'file') ||
        this.#isLeftOut(path, { name: entry.name, isDirectory, level: folder.level })
      )
        continue
      if (!isDirectory) {
        if (stats.size <= this.#maxSize && !this.#withheld.skips(path, folder.shown + entry.name))
          yield { shown: folder.shown + entry.name, path, explicit: false, stats }
      } else if (!folder.ancestors.includes(stats.ino))
        yield* this.#below({
          path,
          shown: `${folder.shown}${entry.name}/`,
          depth: folder.depth + 1,
          level: this.#makeLevel(path, folder.level),
          ancestors: [...folder.ancestors, stats.ino],
        })
    }
  }

  #isLeftOut(path: string, entry: { name: string; isDirectory: boolean; level: Level }): boolean {
    const { name, isDirectory, level } = entry
    const byGlob = this.#verdictOfGlobs(path, name, isDirectory)
    if (byGlob !== undefined) return byGlob === 'ignore'
    const verdict = this.#verdictOfRules(path, name, { isDirectory, level })
    if (verdict === 'ignore') return true
    if (!isDirectory && !this.#isWantedType(name)) return true
    return verdict !== 'keep' && !this.#options.hidden && name.startsWith('.')
  }

  /** `--glob`s: the last one that fits decides; where some say what is wanted, other files are not. */
  #verdictOfGlobs(path: string, name: string, isDirectory: boolean): Verdict {
    if (this.#globs.length === 0) return undefined
    const base = this.#cwd === '/' ? '/' : `${this.#cwd}/`
    const below = path.startsWith(base) ? path.slice(base.length) : path.slice(1)
    const rule = this.#globs.findLast((candidate) => fitsRule(candidate, { below, name, isDirectory }))
    if (rule !== undefined) return rule.negated ? 'ignore' : 'keep'
    return !isDirectory && this.#globs.some((candidate) => !candidate.negated) ? 'ignore' : undefined
  }

  #verdictOfRules(path: string, name: string, entry: { isDirectory: boolean; level: Level }): Verdict {
    for (const kind of KINDS) {
      if (!this.#kinds.has(kind)) continue
      const ofGit = kind === '.gitignore' || kind === 'exclude'
      if (ofGit && !this.#options.raw.has('no-require-git') && !isInGit(entry.level)) continue
      for (let level: Level | undefined = entry.level; level !== undefined; level = level.above) {
        const verdict = decide(level.rules[kind] ?? [], {
          below: path.slice(level.path === '/' ? 1 : level.path.length + 1),
          name,
          isDirectory: entry.isDirectory,
        })
        if (verdict !== undefined) return verdict
        if (ofGit && level.hasGit) break
      }
    }
    const base = this.#cwd === '/' ? '/' : `${this.#cwd}/`
    const below = path.startsWith(base) ? path.slice(base.length) : path.slice(1)
    return decide(this.#explicitRules, { below, name, isDirectory: entry.isDirectory })
  }

  /** With those above it, whose rules hold as well. */
  #levelAt(path: string): Level {
    const above =
      path === '/' || this.#options.raw.has('no-ignore-parent') || !this.#options.ignores
        ? undefined
        : this.#levelAt(dirname(path))
    return this.#makeLevel(path, above)
  }

  #makeLevel(path: string, above: Level | undefined): Level {
    const at = path === '/' ? '' : path
    if (this.#kinds.size === 0) return { path, rules: {}, hasGit: false, above }
    const names = new Set(this.#names(path))
    const hasGit = names.has('.git')
    const rules: Partial<Record<Kind, readonly IgnoreRule[]>> = {}
    for (const kind of KINDS)
      if (this.#kinds.has(kind) && names.has(kind)) rules[kind] = this.#read(`${at}/${kind}`)
    if (hasGit && this.#kinds.has('exclude')) rules.exclude = this.#read(`${at}/.git/info/exclude`)
    return { path, rules, hasGit, above }
  }

  #names(path: string): string[] {
    try {
      return this.#files.readdir(path).map(({ name }) => name)
    } catch (error) {
      if (error instanceof Errno) return []
      throw error
    }
  }

  /** `named`: as it was given, and so missed when it is not there. */
  #read(path: string, named?: string): readonly IgnoreRule[] {
    let text
    try {
      ;({ text } = decodeLoosely(this.#files.readFile(path)))
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      if (named !== undefined) this.#complain(`${named}: ${errnoSentence(error)} (os error 2)`)
      return []
    }
    return text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('#') ? [] : parseRules(line, false)))
  }

  #stat(path: string, shown: string): Stats | undefined {
    try {
      return this.#files.stat(path)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`${shown}: ${errnoSentence(error)} (os error 2)`)
      return undefined
    }
  }
}

function isInGit(level: Level): boolean {
  return level.hasGit || (level.above !== undefined && isInGit(level.above))
}

interface Subject {
  readonly below: string
  readonly name: string
  readonly isDirectory: boolean
}

function decide(rules: readonly IgnoreRule[], subject: Subject): Verdict {
  const rule = rules.findLast((candidate) => fitsRule(candidate, subject))
  return rule === undefined ? undefined : rule.negated ? 'keep' : 'ignore'
}

/** A line of an ignore file, or a glob; one for each choice of its braces. */
function parseRules(text: string, ignoreCase: boolean): IgnoreRule[] {
  const line = readIgnoreLine(text)
  return line === undefined ? [] : choices(line.glob).map((glob) => ignoreRule({ ...line, glob }, ignoreCase))
}

function choices(text: string): string[] {
  const [whole, inside] = /(?<!\\)\{([^{}]*)\}/.exec(text) ?? []
  if (whole === undefined || inside === undefined) return [text]
  return inside.split(',').flatMap((choice) => choices(text.replace(whole, () => choice)))
}

/** Kinds of files that are known by whole names. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  cmake: ['CMakeLists.txt', '*.cmake'],
  docker: ['*Dockerfile*'],
  make: ['[Mm]akefile', '[Gg][Nn][Uu]makefile', '*.mk', '*.mak'],
  lock: ['*.lock', 'package-lock.json'],
  license: ['LICENSE*', 'LICENCE*', 'COPYING*'],
  readme: ['README*', '*README'],
}

function typeFilter({ raw }: RgOptions): (name: string) => boolean {
  const added = new Map<string, RegExp[]>()
  for (const text of raw.values('type-add')) {
    const [, name, glob] = /^(\w+):(.+)$/.exec(text) ?? []
    if (name === undefined || glob === undefined || glob.startsWith('include:'))
      throw new CommandError(
        `the type definition '${text}' is not supported in this sandbox: use name:glob`,
        TROUBLE,
      )
    added.set(name, [
      ...(added.get(name) ?? []),
      ...choices(glob).map((one) => globToRegExp(one, { pathname: false })),
    ])
  }
  const matcher = (type: string): ((name: string) => boolean) => {
    const globs = [
      ...(added.get(type) ?? []),
      ...(BY_NAME[type] ?? []).map((glob) => globToRegExp(glob, { pathname: false })),
    ]
    const known = matcherOfType(type)
    if (known === undefined && globs.length === 0)
      throw new CommandError(
        `unrecognized file type: ${type}. Known are ${knownTypes()}, ${Object.keys(BY_NAME).join(', ')}`,
        TROUBLE,
      )
    return (name) => known?.(name) === true || globs.some((glob) => glob.test(name))
  }
  const [wanted, unwanted] = [raw.values('t').map(matcher), raw.values('T').map(matcher)]
  return (name) =>
    !unwanted.some((test) => test(name)) && (wanted.length === 0 || wanted.some((test) => test(name)))
}
