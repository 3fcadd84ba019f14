/** Patterns of `Bash(…)` rules: `npm test`, `npm test:*`, `npm test *`, `git log*`; `\*` is a star itself. */
import { fitsEveryAddress } from './command-addresses.ts'
import { analyse } from './shell/analysis.ts'
import { mayRunArguments, possibleCommands } from './shell/rules/pieces.ts'
import { isNarrowEnough } from './shell/rules/prefix.ts'
import { plainWords } from './shell/rules/words.ts'

type Pattern =
  | { readonly kind: 'exact'; readonly command: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[] }
  | {
      readonly kind: 'wildcard'
      readonly words: readonly string[]
      readonly started: string
      /** Texts between its stars. */
      readonly parts: readonly string[]
    }

/** Only what is plainly one command matches a prefix; the exact text always matches itself. */
export function allowsCommand(pattern: string | undefined, command: string): boolean {
  const words = plainWords(command)
  if (pattern === undefined) return words !== undefined && !mayRunArguments(words)
  const parsed = parsePattern(pattern)
  if (parsed.kind === 'exact') return command.trim() === parsed.command
  if (words === undefined || !startsAs(parsed, words)) return false
  const literal = literalWords(parsed, words)
  const stars =
    parsed.kind === 'prefix'
      ? { started: '', fits: undefined }
      : { started: parsed.started, fits: (others: readonly string[]) => startsAs(parsed, others) }
  if (!fitsEveryAddress({ literal, words, ...stars })) return false
  return isNarrowEnough(literal, words) && (literal.length > 0 || isHarmless(command))
}

/** `* --version` names no command, so that it speaks of every one that has such an argument. */
export function namesNoCommand(pattern: string): boolean {
  return /^(?::|\s)*\*/.test(pattern)
}

/** A rule that does not spell its command out never allows anything that deletes, writes or reaches out. */
function isHarmless(command: string): boolean {
  return /^(read-only|program)$/.test(analyse(command).class)
}

/** Anything in it that may be such a command (deny and ask). */
export function mentionsCommand(pattern: string, command: string): boolean {
  const parsed = parsePattern(pattern)
  if (parsed.kind === 'exact') {
    if (command.trim() === parsed.command) return true
    const wanted = parsed.command.split(/\s+/)
    return possibleCommands(command).some((words) => sameWords(withPlainName(words), wanted))
  }
  return possibleCommands(command).some(
    (words) => startsAs(parsed, words) || startsAs(parsed, withPlainName(words)),
  )
}

function parsePattern(pattern: string): Pattern {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1]
  if (prefix !== undefined && !hasStar(prefix)) return { kind: 'prefix', words: split(unescaped(prefix)) }
  if (!hasStar(pattern)) return { kind: 'exact', command: unescaped(pattern) }
  const literal = unescaped(pattern.slice(0, pattern.search(/(?<!\\)\*/)))
  const started = /\S*$/.exec(literal)?.[0] ?? ''
  const words = split(literal.slice(0, literal.length - started.length))
  return { kind: 'wildcard', words, started, parts: partsOf(pattern) }
}

/** The words that the rule spells out: of `git log*` also `log`, when that is the whole word. */
function literalWords(
  pattern: Exclude<Pattern, { kind: 'exact' }>,
  words: readonly string[],
): readonly string[] {
  if (pattern.kind === 'prefix' || words[pattern.words.length] !== pattern.started) return pattern.words
  return [...pattern.words, pattern.started]
}

function startsAs(pattern: Exclude<Pattern, { kind: 'exact' }>, words: readonly string[]): boolean {
  if (pattern.kind === 'prefix') return pattern.words.every((word, index) => words[index] === word)
  return fitsStars(words.join(' '), pattern.parts)
}

/** Runs of stars are one. */
function partsOf(pattern: string): string[] {
  return pattern.split(/(?<!\\)\*+/).map(unescaped)
}

/** Whether the text is these parts with anything between them: each is looked for once, where a regular expression would go back. */
function fitsStars(text: string, parts: readonly string[]): boolean {
  const [first = '', ...inner] = parts
  const last = inner.pop() ?? ''
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of inner) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length && text.endsWith(last)
}

function hasStar(text: string): boolean {
  return /(?<!\\)\*/.test(text)
}

function unescaped(text: string): string {
  return text.replaceAll('\\*', '*')
}

function split(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index])
}

/** `/usr/bin/rm x` is also `rm x`. */
function withPlainName(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  return [first.slice(first.lastIndexOf('/') + 1), ...rest]
}
