/** Which untracked paths are ignored: `.gitignore` of each directory, `info/exclude` and the user's own file. */
import type { Repository } from '../repository.ts'
import { fitsRule, ignoreRule, readIgnoreLine, type IgnoreRule } from './ignore-line.ts'

interface Rule extends IgnoreRule {
  /** As it stands in the file, where, and in which line, counted from 1. */
  readonly text: string
  readonly source: string
  readonly line: number
}

/** Rules of one directory; `base` ends with a slash or is ''. */
interface RuleSet {
  readonly base: string
  readonly rules: readonly Rule[]
}

export interface IgnoreMatch {
  readonly ignored: boolean
  readonly rule: Rule
}

export class IgnoreRules {
  readonly #repository: Repository
  readonly #ignoreCase: boolean
  /** The weakest first. */
  readonly #global: readonly RuleSet[]
  readonly #byDirectory = new Map<string, RuleSet | undefined>()
  readonly #directories = new Map<string, boolean>()

  constructor(repository: Repository) {
    this.#repository = repository
    this.#ignoreCase = repository.config.boolean('core.ignorecase', false)
    const user = repository.config.path('core.excludesfile') ?? repository.config.userFile('ignore')
    const info = `${repository.commonDir}/info/exclude`
    this.#global = [...(user === undefined ? [] : [user]), info].flatMap((file) => this.#load(file, '', file))
  }

  /** True for a path that is ignored itself or lies in a directory that is. `path` has no slash at its end. */
  isIgnored(path: string, isDirectory: boolean): boolean {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (parent !== '' && this.#isDirectoryIgnored(parent)) return true
    return this.match(path, isDirectory)?.ignored ?? false
  }

  /** The rule that decides on this path, not looking at the directories above. */
  match(path: string, isDirectory: boolean): IgnoreMatch | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const { base, rules } of this.#sets(path)) {
      const subject = { below: path.slice(base.length), name, isDirectory }
      const rule = rules.findLast((candidate) => fitsRule(candidate, subject))
      if (rule !== undefined) return { ignored: !rule.negated, rule }
    }
    return undefined
  }

  #isDirectoryIgnored(path: string): boolean {
    let known = this.#directories.get(path)
    if (known === undefined) {
      known = this.isIgnored(path, true)
      this.#directories.set(path, known)
    }
    return known
  }

  /** The nearest directory's first. */
  *#sets(path: string): Generator<RuleSet> {
    for (let at = path.lastIndexOf('/'); ; at = path.lastIndexOf('/', at - 1)) {
      const set = this.#ofDirectory(at < 0 ? '' : path.slice(0, at + 1))
      if (set !== undefined) yield set
      if (at < 0) break
    }
    yield* this.#global.toReversed()
  }

  /** Told by who lists the directory anyway, so that no file is looked for in vain. */
  noteDirectory(base: string, hasRules: boolean): void {
    if (!hasRules && !this.#byDirectory.has(base)) this.#byDirectory.set(base, undefined)
  }

  #ofDirectory(base: string): RuleSet | undefined {
    if (this.#byDirectory.has(base)) return this.#byDirectory.get(base)
    const [set] = this.#load(this.#repository.path(`${base}.gitignore`), base, `${base}.gitignore`)
    this.#byDirectory.set(base, set)
    return set
  }

  #load(file: string, base: string, source: string): RuleSet[] {
    const text = this.#repository.files.readText(file)
    if (text === undefined) return []
    const lines = text.replace(/^\xef\xbb\xbf/, '').split('\n')
    const rules = lines.flatMap((line, at) => {
      const rule = parseRule(line, { ignoreCase: this.#ignoreCase, source, line: at + 1 })
      return rule === undefined ? [] : [rule]
    })
    return rules.length === 0 ? [] : [{ base, rules }]
  }
}

function parseRule(
  raw: string,
  place: { ignoreCase: boolean; source: string; line: number },
): Rule | undefined {
  const text = raw.replace(/\r$/, '')
  const line = text.startsWith('#') ? undefined : readIgnoreLine(text)
  if (line === undefined) return undefined
  return { ...ignoreRule(line, place.ignoreCase), text, source: place.source, line: place.line }
}
