/** Request bodies are hostile until proven otherwise: everything is read through these. */
export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an array; an empty one for anything else. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as an object; an empty one for anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function asString(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A message's or a result's content as blocks: a string stands for one text block. */
export function asBlocks(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return asArray(content).filter(isObject)
}

/** The text of a content value, blocks joined by line ends. */
export function textOf(content: unknown): string {
  return asBlocks(content)
    .filter((block) => block['type'] === 'text')
    .map((block) => asString(block['text']))
    .join('\n')
}
