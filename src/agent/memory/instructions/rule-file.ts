/** A file of `.claude/rules`: its frontmatter may name the files with which it is told. */
import type { InstructionFault } from '../../protocol/calls/instructions.ts'
import ignore from 'ignore'
import { expand } from 'brace-expansion'
import { parse } from 'yaml'
import { RULE_PATTERNS, RULE_PATTERN_CHARS } from '../../limits.ts'

export interface RuleFile {
  /** Without the frontmatter. */
  readonly text: string
  /** Patterns in the manner of .gitignore, from the folder that has `.claude`; absent: it is always told. */
  readonly paths?: readonly string[]
  /** The frontmatter cannot be read, so the rule is always told. */
  readonly fault?: InstructionFault
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/
/** A value that YAML would take for an alias, a tag or a map: globs are written so, unquoted. */
const UNQUOTED = /^(\s*(?:paths:|-)[ \t]+)([*!{@`%&|>?].*?)[ \t]*$/gm

export function ruleFile(source: string): RuleFile {
  const match = FRONTMATTER.exec(source)
  if (!match) return { text: source }
  const text = source.slice(match[0].length)
  const read = fieldsOf(match[1] ?? '')
  if (read === undefined) return { text, fault: 'no YAML' }
  if (!('paths' in read) || read.paths === null) return { text }
  const paths = patternsOf(read.paths)
  if (!paths) return { text, fault: 'no paths' }
  return { text, paths }
}

/** Whether a file is meant, by its path from the folder that has `.claude`. A pattern that is no pattern matches nothing. */
export function ruleMatcher(paths: readonly string[]): (file: string) => boolean {
  const matcher = ignore({ ignorecase: false }).add(paths.flatMap(expanded))
  return (file) => ignore.isPathValid(file) && matcher.ignores(file)
}

function fieldsOf(frontmatter: string): { readonly paths?: unknown } | undefined {
  for (const written of [frontmatter, frontmatter.replace(UNQUOTED, quoted)])
    try {
      const fields: unknown = parse(written, { maxAliasCount: 0 })
      if (fields === null) return {}
      return typeof fields === 'object' && !Array.isArray(fields) ? fields : undefined
    } catch {
      // Quoted it may be one.
    }
  return undefined
}

function quoted(_: string, before: string, value: string): string {
  return `${before}'${value.replaceAll("'", "''")}'`
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

/** One that would become too many patterns is taken as it stands. */
function expanded(pattern: string): readonly string[] {
  if (pattern.length > RULE_PATTERN_CHARS) return []
  const all = expand(pattern, { max: RULE_PATTERNS + 1 })
  return all.length > RULE_PATTERNS ? [pattern] : all
}
