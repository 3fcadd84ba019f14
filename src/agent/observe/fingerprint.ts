/** What a request consists of, as short hashes: whether its beginning is that of the request before (API-37). */
import type { ModelRequest, ToolSpec } from '../model/contract.ts'
import type { Message } from '../protocol/messages.ts'
import type { PromptField, PromptFingerprint } from '../protocol/prompt-cache.ts'

/** Where and how a request is sent: what of it is not in the request itself. */
export interface Sending {
  readonly service: string
  readonly headers: string
}

export function fingerprintOf(request: ModelRequest, { service, headers }: Sending): PromptFingerprint {
  return {
    service: hashText(service),
    model: request.model,
    thinking: request.thinkingTokens,
    headers: headers === '' ? '' : hashText(headers),
    markers: request.system.map(({ cache }) => (cache ? '1' : '0')).join(''),
    system: hashText(systemText(request)),
    tools: hashText(request.tools.map(toolText).join('\n')),
    ...hashBlocks(request.messages),
  }
}

/** What of `request` is not as it was; messages that were only added to are as they were. */
export function changedFields(
  before: PromptFingerprint,
  now: PromptFingerprint,
  { messages }: Pick<ModelRequest, 'messages'>,
): readonly PromptField[] {
  const names = ['service', 'model', 'thinking', 'headers', 'markers', 'tools', 'system'] as const
  const changed: PromptField[] = names.filter((name) => before[name] !== now[name])
  const same = hashBlocks(messages, before.blocks)
  const grown = same.blocks === before.blocks && same.messages === before.messages
  return grown ? changed : [...changed, 'messages']
}

export function systemText({ system }: Pick<ModelRequest, 'system'>): string {
  return system.map(({ text }) => text).join('\n\n')
}

/** A schema is the same object as long as its tool lives. */
const SCHEMAS = new WeakMap<ToolSpec['inputSchema'], string>()

export function toolText({ name, description, inputSchema }: ToolSpec): string {
  const schema = SCHEMAS.get(inputSchema) ?? JSON.stringify(inputSchema, undefined, 1)
  SCHEMAS.set(inputSchema, schema)
  return `${name}\n${description}\n${schema}`
}

/** Messages never change: each is made into text once. */
const BLOCKS = new WeakMap<Message, readonly string[]>()

function blockHashes(message: Message): readonly string[] {
  const known = BLOCKS.get(message)
  if (known) return known
  const hashes = message.content.map((block) => hashText(`${message.role} ${JSON.stringify(block)}`))
  BLOCKS.set(message, hashes)
  return hashes
}

/** The first `most` blocks, whatever messages they are in. */
function hashBlocks(
  messages: readonly Message[],
  most: number = Infinity,
): Pick<PromptFingerprint, 'blocks' | 'messages'> {
  let blocks = 0
  const sum = new Hash()
  for (const message of messages) {
    for (const hash of blockHashes(message)) {
      if (blocks === most) return { blocks, messages: sum.text }
      sum.add(hash)
      blocks++
    }
  }
  return { blocks, messages: sum.text }
}

/** 53 bits, fast, of no use against anybody who wants two texts to have one hash. */
function hashText(text: string): string {
  const hash = new Hash()
  hash.add(text)
  return hash.text
}

/** cyrb53, of text that comes in pieces (public domain, by bryc). */
class Hash {
  #a = 0xdeadbeef
  #b = 0x41c6ce57

  add(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      this.#a = Math.imul(this.#a ^ unit, 2654435761)
      this.#b = Math.imul(this.#b ^ unit, 1597334677)
    }
  }

  get text(): string {
    const a =
      Math.imul(this.#a ^ (this.#a >>> 16), 2246822507) ^ Math.imul(this.#b ^ (this.#b >>> 13), 3266489909)
    const b =
      Math.imul(this.#b ^ (this.#b >>> 16), 2246822507) ^ Math.imul(this.#a ^ (this.#a >>> 13), 3266489909)
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
  }
}
