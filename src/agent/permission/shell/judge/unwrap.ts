/**
 * Finds the commands that a command runs: wrappers are taken off, texts that are commands are parsed as such.
 */
import { foundBelow, foundIn, foundLike } from './found-below.ts'
import { ANY } from '../words/guarded-pattern.ts'
import { one } from '../words/judgement.ts'
import { RUNNERS, SHELLS } from '../words/tables.ts'
import { handledSignals } from '../walk/trap.ts'
import type { WordValue } from '../words/word-value.ts'

export interface Unwrapped {
  /** A command in the place of this one. */
  readonly words: readonly WordValue[]
  readonly assigns: readonly string[]
  /** It runs in directories of which only patterns are known. */
  readonly isIn?: readonly string[]
}

export type Inner =
  | { readonly kind: 'command'; readonly command: Unwrapped; readonly andItself: boolean }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string }

/** An unknown word: an argument that `xargs` adds, `{}` of find. */
const ANYTHING: WordValue = { texts: undefined, start: '' }

/** They run what they are told in ways of their own. */
const TOLD: ReadonlySet<string> = new Set(
  (
    'watch parallel flock script su runuser chroot unshare coproc expect fd entr strace ltrace systemd-run proot taskset ' +
    'fish csh tcsh pkexec sudoedit setpriv setarch chrt numactl cgexec unbuffer catchsegv valgrind perf hyperfine watchexec concurrently'
  ).split(' '),
)

/** Undefined: it runs itself and nothing else. */
export function innerOf(words: readonly WordValue[], input: string | undefined): Inner | undefined {
  const name = baseName(one(words[0]))
  const args = words.slice(1)
  if (name === undefined) return undefined
  if (name === 'env') return ofEnv(args)
  if (name === 'eval') return ofTexts(args, 'eval')
  if (name === 'trap') return ofTrap(args)
  if (name === 'find') return ofFind(args)
  if (SHELLS.has(name)) return ofShell(args, input)
  if (TOLD.has(name) || (name === 'nodemon' && args.some((word) => /^(-x|--exec)/.test(one(word) ?? '-x'))))
    return { kind: 'problem', problem: `runs what it is told to (${name})` }
  const runner = RUNNERS.get(name)
  return runner === undefined ? undefined : ofRunner(name, args, runner)
}

function ofRunner(
  name: string,
  args: readonly WordValue[],
  { valued, bare, operands }: { valued: RegExp; bare: RegExp; operands: number },
): Inner | undefined {
  let at = 0
  for (; at < args.length; at += 1) {
    const text = one(args[at])
    if (text === undefined || !text.startsWith('-')) break
    if (text === '--') {
      at += 1
      break
    }
    if (name === 'command' && /^-[vV]+$/.test(text)) return undefined
    if (valued.test(text)) at += 1
    else if (!bare.test(text))
      return { kind: 'problem', problem: `has an option of ${name} that is not known (${text})` }
  }
  if (args.slice(at, at + operands).some((word) => one(word) === undefined))
    return { kind: 'problem', problem: `builds the arguments of ${name}` }
  let inner = args.slice(at + operands)
  const assigns: string[] = []
  if (name === 'sudo' || name === 'doas') {
    for (let next = one(inner[0]); next !== undefined && /^[A-Za-z_]\w*=/.test(next); next = one(inner[0])) {
      assigns.push(next.slice(0, next.indexOf('=')))
      inner = inner.slice(1)
    }
  }
  if (inner.length === 0)
    return name === 'xargs'
      ? {
          kind: 'command',
          command: { words: [{ texts: ['echo'], start: 'echo' }, ANYTHING], assigns },
          andItself: false,
        }
      : undefined
  if (name === 'xargs') {
    const places = replacedTexts(args.map(one))
    const isReplaced = ({ texts }: WordValue) =>
      places.some((place) => texts === undefined || texts.some((text) => text.includes(place)))
    const withAny = (text: string) => places.reduce((like, place) => like.replaceAll(place, ANY), text)
    inner = [
      ...inner.map((word) =>
        isReplaced(word) ? { ...ANYTHING, like: (word.texts ?? word.like)?.map(withAny) ?? [ANY] } : word,
      ),
      ANYTHING,
    ]
  }
  return { kind: 'command', command: { words: inner, assigns }, andItself: false }
}

/** Placeholders that `xargs` replaces by its input. */
function replacedTexts(args: readonly (string | undefined)[]): readonly string[] {
  return args.flatMap((text, at) => {
    if (text === '-I') return [args[at + 1] ?? '']
    if (text === '--replace') return ['{}']
    return /^(?:-I|--replace=)(.+)$/s.exec(text ?? '')?.slice(1) ?? []
  })
}

function ofEnv(args: readonly WordValue[]): Inner | undefined {
  const assigns: string[] = []
  let at = 0
  for (; at < args.length; at += 1) {
    const text = one(args[at])
    if (text === undefined) {
      const name = /^([A-Za-z_]\w*)=/.exec(args[at]?.start ?? '')?.[1]
      if (name === undefined) return { kind: 'problem', problem: 'builds the arguments of env' }
      assigns.push(name)
    } else if (text === '--') {
      at += 1
      break
    } else if (/^(-u|--unset)$/.test(text)) at += 1
    else if (/^(-|-i|-0|--null|--ignore-environment|--unset=\w+)$/.test(text)) continue
    else if (text.startsWith('-'))
      return { kind: 'problem', problem: `has an option of env that is not known (${text})` }
    else if (/^[A-Za-z_]\w*=/.test(text)) assigns.push(text.slice(0, text.indexOf('=')))
    else break
  }
  const words = args.slice(at)
  return {
    kind: 'command',
    command: { words: words.length === 0 ? [{ texts: ['printenv'], start: 'printenv' }] : words, assigns },
    andItself: false,
  }
}

function ofTexts(args: readonly WordValue[], what: string): Inner {
  const texts = args.map(one)
  if (texts[0] === '--') texts.shift()
  if (texts.includes(undefined)) return { kind: 'problem', problem: `has ${what} run what the shell builds` }
  return { kind: 'script', text: texts.join(' ') }
}

function ofTrap(args: readonly WordValue[]): Inner | undefined {
  const handled = handledSignals(args)
  if (handled === undefined) return undefined
  if (handled.command === undefined) return { kind: 'problem', problem: 'has trap run what the shell builds' }
  return { kind: 'script', text: handled.command }
}

function ofFind(args: readonly WordValue[]): Inner | undefined {
  const at = args.findIndex((word) => /^-(exec|execdir|ok|okdir)$/.test(one(word) ?? ''))
  if (at < 0) return undefined
  const rest = args.slice(at + 1)
  const end = rest.findIndex((word) => one(word) === ';' || one(word) === '+')
  if (
    end < 0 ||
    rest
      .slice(end + 1)
      .some((word) => /^-(exec|execdir|ok|okdir|delete|f(print|ls))/.test(one(word) ?? '-exec'))
  )
    return { kind: 'problem', problem: 'has find run more than one command' }
  const told = rest.slice(0, end)
  const searched = args.slice(0, at)
  const removes = /^(rm|rmdir|unlink)$/.test(one(told[0]) ?? '')
  const found = removes || told.some((word) => one(word) === 'rm') ? foundBelow(searched) : undefined
  const words = told.map((word) => {
    const text = one(word) ?? '{}'
    if (!text.includes('{}')) return word
    if (found !== undefined && text === '{}') return found
    const like = foundLike(searched).map((path) => text.replaceAll('{}', path))
    return { ...ANYTHING, start: '{', like }
  })
  // A found path is named from where the search began, so that it is the same there.
  const isElsewhere = /dir$/.test(one(args[at]) ?? '') && !removes
  const isIn = isElsewhere ? { isIn: foundIn(searched) } : {}
  return { kind: 'command', command: { words, assigns: [], ...isIn }, andItself: true }
}

function ofShell(args: readonly WordValue[], input: string | undefined): Inner | undefined {
  const operand = args.findIndex((word) => !/^[-+]./.test(one(word) ?? 'x'))
  const options = (operand < 0 ? args : args.slice(0, operand)).map((word) => one(word) ?? '')
  if (options.some((text) => /^--(rcfile|init-file)|^[-+]O$/.test(text)))
    return { kind: 'problem', problem: 'starts a shell with a file of its own' }
  const at = args.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(one(word) ?? ''))
  if (at >= 0 && args.slice(0, at).every((word) => /^(-[a-z]+|pipefail)$/.test(one(word) ?? ''))) {
    const text = one(args[at + 1])
    if (text === undefined) return { kind: 'problem', problem: 'has a shell run what another one builds' }
    return { kind: 'script', text }
  }
  if (at >= 0 && (operand < 0 || at < operand))
    return { kind: 'problem', problem: 'starts a shell with options that are not known' }
  const readsInput = operand < 0 || options.some((text) => /^-[a-z]*s/.test(text)) || isInput(args[operand])
  return readsInput && input !== undefined ? { kind: 'script', text: input } : undefined
}

/** A word that names input handed to the command, not a file. */
export function isInput(word: WordValue | undefined): boolean {
  return (
    word?.start.startsWith('/dev/fd/') === true ||
    word?.texts?.some((text) => /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/.*)$/.test(text)) === true
  )
}

function baseName(word: string | undefined): string | undefined {
  if (word === undefined) return undefined
  const base = word.slice(word.lastIndexOf('/') + 1)
  return base === word || /^\/(usr\/)?(local\/)?s?bin\//.test(word) ? base : word
}
