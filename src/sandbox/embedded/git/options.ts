/** Command-line options as git takes them: `-m x`, `-mx`, `-am x`, `--message x`, `--message=x`, `--no-message`, `--`. */
import { usageFailure } from './failure.ts'

/**
 * * Parses arguments. Each spec is `names`, then a mark: `a,all` a switch, `m,message=` with a value,
 * `abbrev=?` with a value only behind `=` or directly behind the letter.
 */
export function parseOptions(args: readonly string[], specs: readonly string[], stopAtWord = false): Options {
  const known = new Map<string, Spec>()
  for (const spec of specs.map(parseSpec)) for (const name of spec.names) known.set(name, spec)
  const options = new Options()
  let at = 0
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      options.paths = args.slice(at + 1)
      break
    }
    if (arg === '--end-of-options') {
      readWords(options, args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      options.words.push(arg)
      if (stopAtWord) {
        options.words.push(...args.slice(at + 1))
        break
      }
    } else if (arg.startsWith('--')) at += readLong(options, known, { arg, next: args[at + 1] })
    else at += readShort(options, known, { arg, next: args[at + 1] })
  }
  return options
}

/** Revisions and paths that may begin with a dash. */
function readWords(options: Options, args: readonly string[]): void {
  const at = args.indexOf('--')
  options.words.push(...(at < 0 ? args : args.slice(0, at)))
  if (at >= 0) options.paths = args.slice(at + 1)
}

interface Spec {
  readonly names: readonly string[]
  /** The name that its values are kept under. */
  readonly key: string
  readonly takes: 'nothing' | 'value' | 'attached'
}

function parseSpec(text: string): Spec {
  const takes = text.endsWith('=?') ? 'attached' : text.endsWith('=') ? 'value' : 'nothing'
  const names = text.replace(/=\??$/, '').split(',')
  return { names, key: names.at(-1) ?? '', takes }
}

interface Argument {
  readonly arg: string
  readonly next: string | undefined
}

/** How many further arguments it took. */
function readLong(options: Options, known: ReadonlyMap<string, Spec>, { arg, next }: Argument): number {
  const at = arg.indexOf('=')
  const name = arg.slice(2, at < 0 ? undefined : at)
  const value = at < 0 ? undefined : arg.slice(at + 1)
  const spec = known.get(name) ?? unambiguous(known, name)
  if (spec === undefined || name.length < 2) {
    const positive = name.startsWith('no-') ? known.get(name.slice(3)) : undefined
    if (positive === undefined || value !== undefined) throw usageFailure(`unknown option \`${arg.slice(2)}'`)
    options.unset(positive.key)
    return 0
  }
  if (spec.takes === 'nothing') {
    if (value !== undefined) throw usageFailure(`option \`${spec.key}' takes no value`)
    options.set(spec.key, '')
    return 0
  }
  if (value !== undefined || spec.takes === 'attached') {
    options.set(spec.key, value ?? '')
    return 0
  }
  if (next === undefined) throw usageFailure(`option \`${spec.key}' requires a value`)
  options.set(spec.key, next)
  return 1
}

/** Options may be cut short as long as one alone begins so. */
function unambiguous(known: ReadonlyMap<string, Spec>, name: string): Spec | undefined {
  if (name.length < 3) return undefined
  const found = new Set(
    [...known].flatMap(([key, spec]) => (key.length > 1 && key.startsWith(name) ? [spec] : [])),
  )
  return found.size === 1 ? [...found][0] : undefined
}

function readShort(options: Options, known: ReadonlyMap<string, Spec>, { arg, next }: Argument): number {
  if (/^-\d+$/.test(arg) && known.has('#')) {
    options.set('#', arg.slice(1))
    return 0
  }
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg.charAt(at)
    const spec = known.get(letter)
    const rest = arg.slice(at + 1)
    if (spec === undefined) throw usageFailure(`unknown switch \`${letter}'`)
    if (spec.takes === 'nothing') {
      options.set(spec.key, '')
      continue
    }
    if (rest !== '' || spec.takes === 'attached') {
      options.set(spec.key, rest)
      return 0
    }
    if (next === undefined) throw usageFailure(`switch \`${letter}' requires a value`)
    options.set(spec.key, next)
    return 1
  }
  return 0
}

export class Options {
  /** Arguments before `--` that are not options. */
  readonly words: string[] = []
  /** Arguments after `--`; undefined without one. */
  paths: readonly string[] | undefined
  readonly #values = new Map<string, string[]>()
  readonly #unset = new Set<string>()

  set(key: string, value: string): void {
    this.#unset.delete(key)
    this.#values.set(key, [...(this.#values.get(key) ?? []), value])
  }

  unset(key: string): void {
    this.#values.delete(key)
    this.#unset.add(key)
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  /** Given as `--no-<key>`. */
  isUnset(key: string): boolean {
    return this.#unset.has(key)
  }

  /** The last value. */
  value(key: string): string | undefined {
    return this.#values.get(key)?.at(-1)
  }

  all(key: string): readonly string[] {
    return this.#values.get(key) ?? []
  }

  number(key: string): number | undefined {
    const text = this.value(key)
    if (text === undefined) return undefined
    if (!/^-?\d+$/.test(text)) throw usageFailure(`option \`${key}' expects a numerical value`)
    return Number(text)
  }

  /** Everything that is no option. */
  get operands(): readonly string[] {
    return [...this.words, ...(this.paths ?? [])]
  }
}
