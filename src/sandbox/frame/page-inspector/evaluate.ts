/** Runs an expression in the page, with the page's own rights, and says what it gave. */
import { inspect } from 'node-inspect-extracted'
import { PAGE_VALUE_CHARS } from '../../contract/limits.ts'
import { worded } from '../page-client/report/console.ts'
import { delay } from './settle.ts'

// An async function's class has no name of its own.
const AsyncFunction = (async () => undefined).constructor as new (body: string) => () => Promise<unknown>

export async function evaluate(code: string, ms: number): Promise<{ ok: boolean; text: string }> {
  let run: () => Promise<unknown>
  try {
    run = compiled(code)
  } catch (error) {
    return { ok: false, text: `The expression could not be read: ${String(error)}` }
  }
  const late = Symbol('late')
  try {
    const value = await Promise.race([run(), delay(ms).then(() => late)])
    if (value === late)
      return {
        ok: false,
        text: `The expression was not done after ${ms / 1000} s. What it has begun may still go on.`,
      }
    return { ok: true, text: cut(typeof value === 'string' ? value : inspectValue(value)) }
  } catch (error) {
    return { ok: false, text: `The expression threw ${cut(worded(error))}` }
  }
}

/** An expression, or statements with a `return`; both may `await`. */
function compiled(code: string): () => Promise<unknown> {
  try {
    return new AsyncFunction(`return (${code}\n)`)
  } catch {
    return new AsyncFunction(code)
  }
}

function inspectValue(value: unknown): string {
  return value instanceof Node
    ? worded(value)
    : inspect(value, { depth: 4, maxArrayLength: 200, breakLength: 100 })
}

function cut(text: string): string {
  return text.length > PAGE_VALUE_CHARS
    ? `${text.slice(0, PAGE_VALUE_CHARS)}\n[cut after ${PAGE_VALUE_CHARS} characters]`
    : text
}
