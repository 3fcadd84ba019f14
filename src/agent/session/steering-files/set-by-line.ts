/** Files that a user's own command line sets: as its plain text says, never by what a program that it starts might do. */
import { basename } from '../../../sandbox/contract/path.ts'

/** The last operand, or each one, is what it changes; it starts no other program. */
const WRITERS = new Set(['cp', 'mv', 'rm', 'tee', 'sed', 'touch', 'chmod', 'ln', 'truncate'])
const OTHERS = new Set(['echo', 'printf', 'cat', 'cd', 'mkdir', 'ls', 'pwd', 'true', 'rmdir'])
/** Commands of git that change its configuration and run no hook. */
const GIT = new Set(['init', 'clone', 'remote', 'config'])

const HINT =
  /claude|agents|gemini|codex|cursor|windsurf|clinerules|\.mcp|npmrc|yarnrc|git(?:config|modules)|\.git\b|\bgit\s+(?:init|clone|remote|config)\b/i

/** Whether it is worth looking at what the line changes. */
export function mayNameSteering(line: string): boolean {
  return HINT.test(line)
}

/** Whether the line names this file, from the workspace's root, as what it writes. False where that is not plain. */
export function isSetByLine(line: string, path: string): boolean {
  if (/[`\\]|\$\(|<\(|>\(|<</.test(line)) return false
  const parts = partsOf(line)
  if (!parts.every(({ program, words }) => isKnown(program, words))) return false
  return parts.some(({ program, words }) => {
    const targets = words.flatMap((word, at) => (words[at - 1]?.endsWith('>') ? [word] : redirected(word)))
    if (WRITERS.has(program)) targets.push(...words)
    if (program === 'git') return path === '.git/config' || path.endsWith('/.git/config')
    return targets.some((word) => names(word, path))
  })
}

function isKnown(program: string, words: readonly string[]): boolean {
  if (program === 'git') return GIT.has(words[0] ?? '')
  return WRITERS.has(program) || OTHERS.has(program)
}

/** Quoted text is one word, and is not looked into for separators. */
function partsOf(line: string): { program: string; words: readonly string[] }[] {
  const tokens = line.match(/'[^']*'|"[^"]*"|&&|\|\||[;|\n]|>>?|[^\s;|&>'"]+|&/g) ?? []
  const parts: string[][] = [[]]
  for (const token of tokens) {
    if (/^(?:&&|\|\||[;|\n&])$/.test(token)) parts.push([])
    else parts.at(-1)?.push(token.replace(/^(['"])(.*)\1$/s, '$2'))
  }
  return parts.filter((words) => words.length > 0).map(([program = '', ...words]) => ({ program, words }))
}

function redirected(word: string): string[] {
  return word.startsWith('>') ? [word.replace(/^>+/, '')] : []
}

function names(word: string, path: string): boolean {
  const plain = word.replace(/^(?:\.\/|\/workspace\/)+/, '')
  return plain !== '' && basename(plain) === basename(path) && `/${path}`.endsWith(`/${plain}`)
}
