/**
 * How a person says, in the message itself, how long the agent is to go on working: "+500k" or "+1.5M" at its
 * start or end, or "use 500k tokens" in it. In tokens of output, of all responses of the run together.
 */
const AMOUNT = String.raw`(\d{1,6}(?:\.\d{1,3})?)\s?(k|m)`
const FORMS = [
  new RegExp(String.raw`^\s*\+${AMOUNT}\b`, 'i'),
  new RegExp(String.raw`(?:^|\s)\+${AMOUNT}\s*[.!]?\s*$`, 'i'),
  new RegExp(String.raw`\b(?:use|spend|work for)\s+(?:up to\s+)?${AMOUNT}\s+tokens\b`, 'i'),
]
const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }
/** Tokens: a longer run is several tasks. */
const MOST = 100_000_000

/** Undefined when the message says nothing of it. */
export function tokenBudgetIn(message: string): number | undefined {
  for (const form of FORMS) {
    const [, amount, unit = ''] = form.exec(message) ?? []
    const tokens = Math.round(Number(amount) * (UNITS[unit.toLowerCase()] ?? 0))
    if (tokens > 0) return Math.min(tokens, MOST)
  }
  return undefined
}

/** The message without a budget at its start or end; all of it where it says nothing else. */
export function withoutTokenBudget(message: string): string {
  const task = FORMS.slice(0, 2).reduce((text, form) => text.replace(form, ''), message)
  return task.trim() === '' ? message : task
}

/** e.g. `1.5M`, `500k`, `740`. */
export function shortTokens(tokens: number): string {
  const short = (value: number) => String(Number(value.toPrecision(3)))
  if (tokens >= 999_500) return `${short(tokens / 1_000_000)}M`
  return tokens >= 1_000 ? `${short(tokens / 1_000)}k` : String(tokens)
}
