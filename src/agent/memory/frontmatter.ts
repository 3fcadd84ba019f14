/** YAML before a Markdown text, read within limits: whoever wrote it may have made it to be costly. */
import { parse } from 'yaml'
import { RULE_NESTING } from '../limits.ts'

export interface SplitText {
  /** Absent: the text begins with none, or with one that does not end. */
  readonly frontmatter?: string
  /** All behind it. */
  readonly text: string
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/
/** Columns before a line's text, and signs before a collection within it. */
const LEVELS = /^[ \t]+|(?<!\S)[-?:](?!\S)|(?<!\S)[!&]/gm

/** The frontmatter, and the text behind it. */
export function splitFrontmatter(source: string): SplitText {
  const match = FRONTMATTER.exec(source)
  if (!match) return { text: source }
  const [whole, frontmatter = ''] = match
  return { frontmatter, text: source.slice(whole.length) }
}

/** Fields of the first spelling that is a map, or of none; undefined where there is no such. The caller limits the length. */
export function yamlFields(...spellings: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  for (const written of spellings)
    try {
      if (isDeepYaml(written)) continue
      const fields: unknown = parse(written, { maxAliasCount: 0, prettyErrors: false, logLevel: 'error' })
      if (fields === null) return {}
      return typeof fields === 'object' && !Array.isArray(fields) ? { ...fields } : undefined
    } catch {
      // The next spelling may be one.
    }
  return undefined
}

/**
 * The parser calls itself for each level, and V8 ends the whole worker where a regular expression is compiled at the end of its
 * stack. All that may be a level is taken for one: signs and columns of one line, and each bracket.
 */
export function isDeepYaml(frontmatter: string): boolean {
  const levels = frontmatter.split('\n').map((line) => (line.match(LEVELS) ?? []).join('').length)
  const brackets = frontmatter.match(/[[{]/g)?.length ?? 0
  return Math.max(...levels) + brackets > RULE_NESTING
}
