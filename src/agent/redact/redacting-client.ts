/** The gate that every request to a model passes: system prompt, tools, conversation, whoever has put them together. */
import type { ModelClient, ModelRequest, SystemBlock } from '../model/contract.ts'
import type { Redactor } from './redactor.ts'
import { redactedValue } from './values.ts'

/** A request has two, and another model or mode others. */
const SYSTEM_TEXTS = 8

/**
 * A gate for the clients of a session: the same client, but its requests are clean. A part that was clean
 * before is the same object, and is not checked again, not even in a later run.
 */
export function redactingClients(redactor: Redactor): (client: ModelClient) => ModelClient {
  /** Messages and tools stay the same from request to request: each is looked at once, until there are other secrets. */
  let seen = new WeakMap<object, unknown>()
  /**
   * The last system prompts' texts and their redacted forms: the prompt is assembled anew for each request.
   */
  let texts = new Map<string, string>()
  let version = redactor.version
  const cleaned = <T extends object>(part: T): T => {
    const known = seen.get(part)
    // Kept under the part itself, so of its type.
    if (known !== undefined) return known as T
    const made = redactedValue(part, redactor)
    seen.set(part, made)
    return made
  }
  const cleanedBlock = (block: SystemBlock): SystemBlock => {
    const { text } = block
    const known = texts.get(text) ?? redactor.redact(text)
    if (texts.size >= SYSTEM_TEXTS) texts.clear()
    texts.set(text, known)
    return known === text ? block : { ...block, text: known }
  }
  const clean = (request: ModelRequest): ModelRequest => {
    if (version !== redactor.version) {
      seen = new WeakMap()
      texts = new Map()
      ;({ version } = redactor)
    }
    const { system, tools, messages } = request
    return {
      ...request,
      system: system.map(cleanedBlock),
      tools: tools.map(cleaned),
      messages: messages.map(cleaned),
    }
  }
  return (client) => {
    const models = client.models?.bind(client)
    return {
      stream: (request, signal) => client.stream(clean(request), signal),
      ...(models === undefined ? {} : { models }),
    }
  }
}
