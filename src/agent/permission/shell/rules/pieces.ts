/** A lenient reading of a command line, for rules that deny or ask: better one match too many. */
import { SHELL_RULE_CHARS } from '../../../limits.ts'
import { analyse } from '../analysis.ts'
import { readCommandLine } from './words.ts'

/** Commands that run what follows in their arguments. */
const COMMAND_TAKERS: ReadonlySet<string> = new Set(
  (
    '. ash bash builtin busybox chroot chrt command csh dash doas env eval exec expect fish flock ionice ksh ' +
    'ltrace nice nohup numactl parallel proot runuser script setarch setpriv setsid sh source ssh stdbuf strace ' +
    'su sudo systemd-run taskset tcsh time timeout toybox trap unshare watch xargs zsh'
  ).split(' '),
)

/** The last line that was asked for: each rule asks for it again. */
let remembered: { readonly command: string; readonly pieces: readonly (readonly string[])[] } | undefined

/**
 * Every run of words that might be a command: each simple command, what follows in the arguments of a command
 * taker, and for what cannot be read each word that could start one. A very long line has those of its beginning.
 */
export function possibleCommands(command: string): readonly (readonly string[])[] {
  if (remembered?.command === command) return remembered.pieces
  const understood = analyse(command).leaves.map(({ words }) => words.map((word) => word ?? ''))
  const pieces = [...understood, ...roughCommands(beginningOf(command))]
  remembered = { command, pieces }
  return pieces
}

/** In whole words: a part of one may be another command's name. */
function beginningOf(command: string): string {
  if (command.length <= SHELL_RULE_CHARS) return command
  const start = command.slice(0, SHELL_RULE_CHARS)
  return start.slice(0, Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'), 0))
}

/** By the text alone: nothing that a parser takes for something else is lost. */
function roughCommands(command: string): readonly (readonly string[])[] {
  const line = readCommandLine(command)
  if (line.kind === 'opaque') return roughPieces(command).flatMap(suffixes)
  return line.commands.flatMap(({ words }) => {
    const texts = words.map((word) => word.text)
    if (!mayRunArguments(texts)) return [texts]
    return [...suffixes(texts), ...texts.slice(1).flatMap((text) => roughPieces(text).flatMap(suffixes))]
  })
}

/** Whether its arguments may hold further commands. */
export function mayRunArguments(words: readonly string[]): boolean {
  const name = baseName(words[0] ?? '')
  if (COMMAND_TAKERS.has(name)) return true
  if (name === 'find' || name === 'fd') return words.some((word) => /^-(exec|ok|x|X)|^--exec/.test(word))
  return runsInlineCode(words)
}

/** Interpreters with the program in an argument. */
export function runsInlineCode(words: readonly string[]): boolean {
  const name = baseName(words[0] ?? '')
  if (/^(g|m|n)?awk$|^sed$/.test(name)) return true
  if (
    !/^(node|nodejs|deno|bun|tsx|python[\d.]*|perl|ruby|php|lua|tclsh|Rscript|osascript|js-exec)$/.test(name)
  )
    return false
  return words
    .slice(1)
    .some((word) => /^-[a-zA-Z]*[cerEpm]|^--(eval|print|require|import|run)|^eval$/.test(word))
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Words of the text with quotes and backslashes taken off, cut at whatever may separate commands. */
function roughPieces(command: string): string[][] {
  return command
    .replace(/\\\n|["'\\]/g, '')
    .split(/[;&|(){}`$<>\n]+/)
    .map((piece) => piece.split(/[\s,=!]+/).filter(Boolean))
    .filter((words) => words.length > 0)
}

/** Words of a piece that rules look at: a long line of text must not cost its square. */
const SUFFIX_WORDS = 20

function suffixes(words: readonly string[]): (readonly string[])[] {
  return words.map((_, start) => words.slice(start, start + SUFFIX_WORDS))
}
