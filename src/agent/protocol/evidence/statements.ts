/** Finds statements about the work in an answer. */
import { checksIn } from './check-statements.ts'
import { commandKinds } from './commands.ts'
import type { Statement } from './evidence.ts'
import { fileStatementIn, ranCommandIn } from './file-statements.ts'
import { saysFixed } from './fixed-statements.ts'
import { sentencesIn, type Sentence } from './sentences.ts'

/** Statements of an answer; more marks than this nobody reads. */
const STATEMENTS = 8

/**
 * Statements of an answer in Markdown, English or German, in order: one for a sentence and a kind, each distinct one once.
 * Leaves out questions, plans, conditions, negations and reports. Reads the first 50,000 characters. Never throws.
 */
export function statementsIn(text: string): readonly Statement[] {
  const statements: Statement[] = []
  const seen = new Set<string>()
  for (const sentence of sentencesIn(text)) {
    for (const statement of statementsOf(sentence)) {
      const key = keyOf(statement)
      if (seen.has(key)) continue
      seen.add(key)
      statements.push(statement)
      if (statements.length === STATEMENTS) return statements
    }
  }
  return statements
}

function statementsOf(sentence: Sentence): readonly Statement[] {
  const { text, words } = sentence
  const checks = checksIn(words)
  const command = ranCommandIn(words)
  const file = fileStatementIn(words)
  return [
    ...checks.map((check): Statement => ({ ...check, text })),
    ...(saysFixed(sentence) ? [{ kind: 'fixed', text } as const] : []),
    ...(file === undefined ? [] : [{ kind: 'file', text, ...file } as const]),
    // "I ran `npm test` and all tests pass" is one statement: its call is the same.
    ...(command === undefined || checks.some(({ kind }) => commandKinds(command).has(kind))
      ? []
      : [{ kind: 'ran', text, command } as const]),
  ]
}

/** Faults have no other name than the sentence. */
function keyOf({ text, ...rest }: Statement): string {
  return JSON.stringify(rest.kind === 'fixed' ? { ...rest, text: text.toLowerCase() } : rest)
}
