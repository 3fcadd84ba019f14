interface Block {
  readonly type: string
  readonly text?: string | undefined
}

/** The text of a message or a result, without other blocks. */
export function textOf({ content }: { readonly content: readonly Block[] }): string {
  return content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n')
}
