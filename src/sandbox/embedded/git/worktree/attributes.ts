/** `.gitattributes`: what the repository says of its files, by path. */
import type { GitFiles } from '../files.ts'
import type { Config } from '../store/config.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { toText } from '../text.ts'
import { globToRegExp } from './wildmatch.ts'

/** Set, unset, or a value; undefined: nothing is said. */
export type AttributeValue = boolean | string | undefined

/** The parts of a repository that attributes need. */
interface AttributeSource {
  readonly files: GitFiles
  readonly config: Config
  readonly commonDir: string
  readonly workTree: string | undefined
  readonly index: { get(path: string): { readonly oid: string } | undefined }
  readonly objects: ObjectStore
  path(name: string): string
}

interface Rule {
  readonly pattern: RegExp
  readonly nameOnly: boolean
  readonly directoryOnly: boolean
  readonly settings: readonly (readonly [name: string, value: AttributeValue])[]
}

const FILE = '.gitattributes'
const BINARY: Rule['settings'] = [
  ['diff', false],
  ['merge', false],
  ['text', false],
]

export class Attributes {
  readonly #repository: AttributeSource
  readonly #macros = new Map<string, Rule['settings']>([['binary', BINARY]])
  readonly #byDirectory = new Map<string, readonly Rule[]>()
  #outside: { readonly user: readonly Rule[]; readonly info: readonly Rule[] } | undefined

  constructor(repository: AttributeSource) {
    this.#repository = repository
  }

  /** All that is said of a path, in the order in which names were met. */
  of(path: string, isDirectory = false): ReadonlyMap<string, AttributeValue> {
    const values = new Map<string, AttributeValue>()
    const name = path.slice(path.lastIndexOf('/') + 1)
    const apply = (settings: Rule['settings']): void => {
      for (const [key, value] of settings) {
        values.set(key, value)
        if (value === true) apply(this.#macros.get(key) ?? [])
      }
    }
    for (const [base, rules] of this.#rulesFor(path))
      for (const rule of rules)
        if (
          (!rule.directoryOnly || isDirectory) &&
          rule.pattern.test(rule.nameOnly ? name : path.slice(base.length))
        )
          apply(rule.settings)
    return values
  }

  /** The directory's file has been written or removed. */
  forget(directory: string): void {
    this.#byDirectory.delete(directory === '' ? '' : `${directory}/`)
  }

  /** The weakest first. */
  *#rulesFor(path: string): Generator<readonly [base: string, rules: readonly Rule[]]> {
    this.#outside ??= this.#readOutside()
    yield ['', this.#outside.user]
    yield ['', this.#ofDirectory('')]
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const base = path.slice(0, at + 1)
      yield [base, this.#ofDirectory(base)]
    }
    yield ['', this.#outside.info]
  }

  #readOutside(): { readonly user: readonly Rule[]; readonly info: readonly Rule[] } {
    const { files, config, commonDir } = this.#repository
    const user = config.path('core.attributesfile') ?? config.userFile('attributes')
    return {
      user: user === undefined ? [] : this.#parse(files.readText(user)),
      info: this.#parse(files.readText(`${commonDir}/info/attributes`)),
    }
  }

  #ofDirectory(base: string): readonly Rule[] {
    const known = this.#byDirectory.get(base)
    if (known !== undefined) return known
    const { files, index, objects, workTree } = this.#repository
    const entry = index.get(base + FILE)
    const text =
      (workTree === undefined ? undefined : files.readText(this.#repository.path(base + FILE))) ??
      (entry === undefined ? undefined : toText(objects.blob(entry.oid)))
    const rules = this.#parse(text)
    this.#byDirectory.set(base, rules)
    return rules
  }

  #parse(text: string | undefined): Rule[] {
    return (text ?? '').split('\n').flatMap((line) => {
      const [, quoted, plain, rest = ''] = /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))\s*(.*?)\s*$/.exec(line) ?? []
      const given = quoted?.replace(/\\(.)/g, '$1') ?? plain
      if (given === undefined || given.startsWith('#')) return []
      const settings = rest.split(/\s+/).filter(Boolean).map(parseSetting)
      if (given.startsWith('[attr]')) {
        this.#macros.set(given.slice('[attr]'.length), settings)
        return []
      }
      if (given.startsWith('!')) return []
      // With a slash at the end it is of directories, which only an archive asks for.
      const directoryOnly = given.endsWith('/')
      const shape = directoryOnly ? given.slice(0, -1) : given
      const nameOnly = !shape.includes('/')
      const pattern = globToRegExp(shape.replace(/^\//, ''), { pathname: !nameOnly })
      return [{ pattern, nameOnly, directoryOnly, settings }]
    })
  }
}

function parseSetting(text: string): readonly [string, AttributeValue] {
  if (text.startsWith('-')) return [text.slice(1), false]
  if (text.startsWith('!')) return [text.slice(1), undefined]
  const at = text.indexOf('=')
  return at < 0 ? [text, true] : [text.slice(0, at), text.slice(at + 1)]
}
