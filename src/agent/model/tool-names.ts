/**
 * Tools under other names for a model that knows them so. Only what goes over the wire has them: the log, rules, hooks and
 * the screen see the tool's own name, so that a session goes on under another map, or none.
 */
import type { AssistantBlock, Message } from '../protocol/messages.ts'
import type {
  ModelClient,
  ModelRequest,
  ModelStreamEvent,
  ToolSpec,
  WireName,
  WireNames,
} from './contract.ts'

/** Two tools of one name on the wire are a bug of the caller, and thrown. */
export function withWireNames(client: ModelClient, names: WireNames): ModelClient {
  if (Object.keys(names).length === 0) return client
  const own = ownNames(names)
  const translate = messageTranslator(names)
  return {
    ...client,
    async *stream(request, signal) {
      for await (const event of client.stream(toWire(request, names, translate), signal))
        yield fromWire(event, own)
    },
  }
}

/** As the model knows this tool. */
export function nameOnWire(tool: string, names: WireNames): string {
  return find(names, tool)?.name ?? tool
}

function toWire(
  request: ModelRequest,
  names: WireNames,
  translate: (message: Message) => Message,
): ModelRequest {
  const { tools, messages, forcedTool } = request
  const specs = tools.map((tool) => toWireSpec(tool, names))
  const double = specs.find(({ name }, index) => specs.findIndex((other) => other.name === name) < index)
  if (double) throw new Error(`Two tools are called ${double.name} on the wire`)
  return {
    ...request,
    tools: specs,
    messages: messages.map(translate),
    ...(forcedTool === undefined ? {} : { forcedTool: nameOnWire(forcedTool, names) }),
  }
}

function toWireSpec(tool: ToolSpec, names: WireNames): ToolSpec {
  const { name, fields }: WireName = find(names, tool.name) ?? { name: tool.name }
  if (fields === undefined) return { ...tool, name }
  const { properties, required } = tool.inputSchema
  return {
    ...tool,
    name,
    inputSchema: {
      ...tool.inputSchema,
      ...(isRecord(properties) ? { properties: renamed(properties, fields) } : {}),
      ...(Array.isArray(required)
        ? { required: required.map((field) => renamedField(String(field), fields)) }
        : {}),
    },
  }
}

/** A message is translated once: clients keep what they have made of it, by its identity. */
function messageTranslator(names: WireNames): (message: Message) => Message {
  const known = new WeakMap<Message, Message>()
  return (message) => {
    const made = known.get(message) ?? translated(message, names)
    known.set(message, made)
    return made
  }
}

function translated(message: Message, names: WireNames): Message {
  if (message.role !== 'assistant') return message
  const isCalled = message.content.some((block) => block.type === 'tool_use' && find(names, block.name))
  return isCalled
    ? { ...message, content: message.content.map((block) => renamedCall(block, names)) }
    : message
}

function fromWire(event: ModelStreamEvent, own: WireNames): ModelStreamEvent {
  if (event.type === 'tool_started') return { ...event, name: nameOnWire(event.name, own) }
  return event.type === 'block' ? { ...event, content: renamedCall(event.content, own) } : event
}

function renamedCall(block: AssistantBlock, names: WireNames): AssistantBlock {
  const wire = block.type === 'tool_use' ? find(names, block.name) : undefined
  if (block.type !== 'tool_use' || wire === undefined) return block
  return { ...block, name: wire.name, input: renamed(block.input, wire.fields ?? {}) }
}

/** The way back. */
function ownNames(names: WireNames): WireNames {
  return Object.fromEntries(
    Object.entries(names).map(([own, { name, fields = {} }]) => [
      name,
      {
        name: own,
        fields: Object.fromEntries(Object.entries(fields).map(([field, other]) => [other, field])),
      },
    ]),
  )
}

function renamed<Value>(record: Readonly<Record<string, Value>>, fields: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [renamedField(field, fields), value]),
  )
}

function renamedField(field: string, fields: Readonly<Record<string, string>>): string {
  return (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? field
}

/** Names that every object has are no tools of ours. */
function find(names: WireNames, name: string): WireName | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
