/** A file of `.claude/rules`: its frontmatter may name the files with which it is told. */
import type { InstructionFault } from '../../protocol/calls/instructions.ts'
import ignore from 'ignore'
import { expand } from 'brace-expansion'
import {
  RULE_FOLDERS,
  RULE_FRONTMATTERS_CHARS,
  RULE_FRONTMATTER_CHARS,
  RULE_PATTERNS,
  RULE_PATTERNS_CHARS,
  RULE_PATTERN_CHARS,
} from '../../limits.ts'
import { isMeantBy, pathPattern } from '../../../sandbox/contract/patterns/path-pattern.ts'
import { splitFrontmatter, yamlFields } from '../frontmatter.ts'

export interface RuleFile {
  /** Without the frontmatter. */
  readonly text: string
  /** Patterns in the manner of .gitignore, from the folder that has `.claude`; absent: it is always told. */
  readonly paths?: readonly string[]
  /** The frontmatter cannot be read, so the rule is always told. */
  readonly fault?: InstructionFault
}

/** A value that YAML would take for an alias, a tag or a map: globs are written so, unquoted. */
const UNQUOTED = /^([ \t]*(?:paths:|-)[ \t]+)([*!{@`%&|>?].*)$/gm

/** For the rules of one reading, one after the other: a parser takes its time for hostile frontmatters, so all have a limit, too. */
export function readingRules(): (source: string) => RuleFile {
  let free = RULE_FRONTMATTERS_CHARS
  return (source) => {
    const { frontmatter, text } = splitFrontmatter(source)
    if (frontmatter === undefined) return { text }
    if (frontmatter.length > Math.min(free, RULE_FRONTMATTER_CHARS))
      return { text, fault: 'frontmatter too long' }
    free -= frontmatter.length
    return { text, ...meaningOf(frontmatter) }
  }
}

function meaningOf(frontmatter: string): Omit<RuleFile, 'text'> {
  const read = yamlFields(frontmatter, frontmatter.replaceAll(UNQUOTED, quoted))
  if (read === undefined) return { fault: 'no YAML' }
  const named = read['paths']
  if (named === undefined || named === null) return {}
  const paths = patternsOf(named)
  if (!paths) return { fault: 'no paths' }
  return paths.length > RULE_PATTERNS ? { fault: 'too many patterns' } : { paths }
}

/** Whether a file is meant, by its path from the folder that has `.claude`. A pattern that is no pattern matches nothing. */
export function ruleMatcher(paths: readonly string[]): (file: string) => boolean {
  const patterns = expanded(paths).flatMap((written) => pathPattern(written) ?? [])
  return (file) => {
    const names = file.split('/')
    if (names.length > RULE_FOLDERS || !names.every((name) => ignore.isPathValid(name))) return false
    return isMeantBy(patterns, file)
  }
}

function quoted(_: string, before: string, value: string): string {
  return `${before}'${value.trimEnd().replaceAll("'", "''")}'`
}

function patternsOf(paths: unknown): readonly string[] | undefined {
  if (typeof paths === 'string') return atCommas(paths)
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) return undefined
  return paths.map((path) => path.trim()).filter((path) => path !== '')
}

/** Commas within braces separate alternatives, not patterns. */
function atCommas(text: string): readonly string[] {
  const patterns = ['']
  let depth = 0
  for (const char of text) {
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (char === ',' && depth <= 0) patterns.push('')
    else patterns.push(`${patterns.pop() ?? ''}${char}`)
  }
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
}

/** One that would become too many patterns, or make too long a list of all, is taken as it stands. */
function expanded(paths: readonly string[]): readonly string[] {
  const all: string[] = []
  let free = RULE_PATTERNS_CHARS
  for (const path of paths) {
    if (path.length > RULE_PATTERN_CHARS) continue
    const [chars, patterns] = free > 0 ? alternatives(path, free) : [path.length, [path]]
    free -= chars
    all.push(...patterns)
  }
  return all
}

function alternatives(path: string, free: number): readonly [chars: number, patterns: readonly string[]] {
  const patterns = expand(path, { max: Math.min(RULE_PATTERNS, free) + 1 })
  const chars = patterns.reduce((sum, { length }) => sum + length, 0)
  return patterns.length > RULE_PATTERNS || chars > free ? [path.length, [path]] : [chars, patterns]
}
