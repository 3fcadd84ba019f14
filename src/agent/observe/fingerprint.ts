/** The parts of a request as short hashes: they tell whether its beginning is that of the request before. */
import type { ModelRequest, ToolSpec } from '../model/contract.ts'
import type { Message } from '../protocol/messages.ts'
import type { PromptField, PromptFingerprint } from '../protocol/prompt-cache.ts'

/** Service and headers of a request: the parts of sending that the request itself does not contain. */
export interface Sending {
  readonly service: string
  readonly headers: string
}

export function fingerprintOf(request: ModelRequest, { service, headers }: Sending): PromptFingerprint {
  return {
    service: hashText(service),
    model: request.model,
    thinking: request.thinkingTokens,
    ...(request.forcedTool === undefined ? {} : { choice: request.forcedTool }),
    headers: headers === '' ? '' : hashText(headers),
    markers:
      request.system.map(({ cache }) => (cache ? '1' : '0')).join('') +
      (request.cacheTtl === '1h' ? ' 1h' : ''),
    system: hashText(systemText(request)),
    tools: hashText(request.tools.map(hashTool).join()),
    ...hashBlocks(request.messages),
  }
}

/** Fields of `request` that changed; messages that were only appended to count as unchanged. */
export function changedFields(
  before: PromptFingerprint,
  now: PromptFingerprint,
  { messages }: Pick<ModelRequest, 'messages'>,
): readonly PromptField[] {
  const names = ['service', 'model', 'thinking', 'choice', 'headers', 'markers', 'tools', 'system'] as const
  const changed: PromptField[] = names.filter((name) => before[name] !== now[name])
  const same = hashBlocks(messages, before.blocks)
  const grown = same.blocks === before.blocks && same.messages === before.messages
  return grown ? changed : [...changed, 'messages']
}

export function systemText({ system }: Pick<ModelRequest, 'system'>): string {
  return system.map(({ text }) => text).join('\n\n')
}

export function toolText({ name, description, inputSchema }: ToolSpec): string {
  return `${name}\n${description}\n${JSON.stringify(inputSchema, undefined, 1)}`
}

/** A schema is the same object as long as its tool lives. */
const TOOLS = new WeakMap<
  ToolSpec['inputSchema'],
  Pick<ToolSpec, 'name' | 'description'> & { hash: string }
>()

function hashTool(tool: ToolSpec): string {
  const { name, description, inputSchema } = tool
  const known = TOOLS.get(inputSchema)
  if (known?.name === name && known.description === description) return known.hash
  const hash = hashText(toolText(tool))
  TOOLS.set(inputSchema, { name, description, hash })
  return hash
}

/** The blocks that requests of one conversation have had in common so far: each is made into text once. */
interface Chain {
  readonly messages: Message[]
  /** Blocks up to the end of each message. */
  readonly ends: number[]
  /** The hash after each block; the first is that of none. */
  readonly hashes: Hash[]
}

/** By a conversation's first message: it lives as long as the conversation does. */
const CHAINS = new WeakMap<Message, Chain>()

/** The first `most` blocks, whatever messages they are in. */
function hashBlocks(
  messages: readonly Message[],
  most: number = Infinity,
): Pick<PromptFingerprint, 'blocks' | 'messages'> {
  const [first] = messages
  if (!first) return { blocks: 0, messages: new Hash().text }
  const { hashes } = chainOf(first, messages)
  const blocks = Math.min(most, hashes.length - 1)
  return { blocks, messages: hashes[blocks]?.text ?? '' }
}

function chainOf(first: Message, messages: readonly Message[]): Chain {
  const chain = CHAINS.get(first) ?? { messages: [], ends: [], hashes: [new Hash()] }
  CHAINS.set(first, chain)
  const other = chain.messages.findIndex((message, index) => message !== messages[index])
  if (other !== -1) {
    chain.messages.length = other
    chain.ends.length = other
    chain.hashes.length = (chain.ends.at(-1) ?? 0) + 1
  }
  for (const message of messages.slice(chain.messages.length)) {
    for (const block of message.content) {
      chain.hashes.push(
        (chain.hashes.at(-1) ?? new Hash()).with(`${message.role} ${JSON.stringify(block)}\n`),
      )
    }
    chain.messages.push(message)
    chain.ends.push(chain.hashes.length - 1)
  }
  return chain
}

function hashText(text: string): string {
  return new Hash().with(text).text
}

/** cyrb53 of text that comes in pieces (public domain, by bryc): 53 bits, fast, and of no use against anybody who wants two texts to have one hash. */
class Hash {
  readonly #a: number
  readonly #b: number

  constructor(a: number = 0xdeadbeef, b: number = 0x41c6ce57) {
    this.#a = a
    this.#b = b
  }

  /** Hash of all text so far and `text`. */
  with(text: string): Hash {
    let [a, b] = [this.#a, this.#b]
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      a = Math.imul(a ^ unit, 2654435761)
      b = Math.imul(b ^ unit, 1597334677)
    }
    return new Hash(a, b)
  }

  get text(): string {
    const a =
      Math.imul(this.#a ^ (this.#a >>> 16), 2246822507) ^ Math.imul(this.#b ^ (this.#b >>> 13), 3266489909)
    const b =
      Math.imul(this.#b ^ (this.#b >>> 16), 2246822507) ^ Math.imul(this.#a ^ (this.#a >>> 13), 3266489909)
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
  }
}
