/** The gate that every request to a model passes: system prompt, tools, conversation, whoever has put them together. */
import type { ModelClient, ModelRequest } from '../model/contract.ts'
import type { Redactor } from './redactor.ts'
import { redactedValue } from './values.ts'

/** The same client; only what it is given to send is clean. What was clean before is the same object. */
export function redactingClient(client: ModelClient, redactor: Redactor): ModelClient {
  /** Messages stay the same from request to request: each is looked at once, until there are other secrets. */
  let seen = new WeakMap<object, unknown>()
  let version = redactor.version
  const cleaned = <T extends object>(part: T): T => {
    const known = seen.get(part)
    // Kept under the part itself, so of its type.
    if (known !== undefined) return known as T
    const made = redactedValue(part, redactor)
    seen.set(part, made)
    return made
  }
  const clean = (request: ModelRequest): ModelRequest => {
    if (version !== redactor.version) {
      seen = new WeakMap()
      ;({ version } = redactor)
    }
    const { system, tools, messages } = request
    return {
      ...request,
      system: system.map(cleaned),
      tools: tools.map(cleaned),
      messages: messages.map(cleaned),
    }
  }
  const models = client.models?.bind(client)
  return {
    stream: (request, signal) => client.stream(clean(request), signal),
    ...(models === undefined ? {} : { models }),
  }
}
