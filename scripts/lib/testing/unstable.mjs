/**
 * The ledger of unstable tests, `e2e/unstable.jsonl`: a line for each time that one failed beside others and passed alone.
 * The second line of a test within twenty landings fails `npm run check`; the commit that names the test's cause removes
 * its lines.
 */
import { existsSync, readFileSync } from 'node:fs'

const LEDGER = 'e2e/unstable.jsonl'
/** Commits of about twenty landings, at five a landing. */
const WINDOW = 100

/**
 * Problems, a sentence each; none when the ledger is in order.
 * @param {string} text the ledger's content
 */
export function ledgerProblems(text) {
  const problems = []
  const last = new Map()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const entry = parsed(line)
    if (!entry) {
      problems.push(`${LEDGER}:${index + 1}: no ledger line: ${line.slice(0, 100)}`)
      continue
    }
    const before = last.get(entry.test)
    if (before !== undefined && Math.abs(entry.commits - before) < WINDOW)
      problems.push(
        `${LEDGER}:${index + 1}: unstable a second time: ${entry.test}. Mend it and remove its lines.`,
      )
    last.set(entry.test, entry.commits)
  }
  return problems
}

function parsed(line) {
  try {
    const entry = JSON.parse(line)
    return typeof entry?.test === 'string' && Number.isInteger(entry.commits) ? entry : undefined
  } catch {
    return undefined // reported by the caller, with its line
  }
}

/** The ledger as it stands; empty when there is none. */
export function readLedger() {
  return existsSync(LEDGER) ? readFileSync(LEDGER, 'utf8') : ''
}
