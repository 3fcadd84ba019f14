/** Answers that are not whole, whatever the wire format. */
import type { ModelError } from './contract.ts'

export const answerIdle: ModelError = {
  kind: 'idle',
  message: 'The model’s answer stopped coming: the connection was silent for too long.',
  hint: 'It is tried again; if it happens often, check the network.',
}

export const answerCut: ModelError = {
  kind: 'stream_cut',
  message: 'The model’s answer was cut off before its end.',
  hint: 'It is tried again; if it happens often, check the network.',
}

export function answerMalformed(what: string, protocol: string): ModelError {
  return {
    kind: 'malformed',
    message: `The model’s answer could not be read: it has ${what}.`,
    hint: `It is tried again; if it happens every time, the server at the Base URL does not speak the ${protocol} protocol.`,
  }
}

type Input = { ok: true; value: Record<string, unknown> } | { ok: false; problem: string }

/** The input from its collected JSON; without any, what the call began with (an empty object, as a rule). */
export function parseInput(json: string, given: unknown): Input {
  try {
    const value: unknown = json.trim() === '' ? (given ?? {}) : JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: { ...value } }
    }
    return { ok: false, problem: 'it is not a JSON object' }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
