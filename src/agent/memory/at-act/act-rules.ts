/**
 * The field `when` of a note: rules of the calls before which it is told, `Bash(npm test*) | Edit(src/**) | host:example.com`. They
 * are those of permissions, and `host:` with a name for all that reaches it.
 */
import { NOTE_RULE_CHARS, NOTE_RULES } from '../../limits.ts'
import { canHaveRules } from '../../protocol/can-have-rules.ts'

const RULE = /^(?:[A-Za-z][\w-]*(?:\([^]+\))?|host:[^\s()|]+)$/

/** Parts of a text between bars that stand in no brackets. Never fails; parts that are no rules are among them. */
export function actRules(text: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    if (char === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Reads back the same. */
export function actRulesText(rules: readonly string[]): string {
  return rules.join(' | ')
}

/** Whether calls are looked at by it. */
export function isActRule(text: string): boolean {
  return text.length <= NOTE_RULE_CHARS && !/[\r\n]/.test(text) && RULE.test(text)
}

/** The rules of these that count in the note at a path: no more than a note may have. */
export function countingRules(path: string, rules: readonly string[]): readonly string[] {
  return canHaveRules(path) ? rules.filter(isActRule).slice(0, NOTE_RULES) : []
}
