/** Files that a command's redirections open, and text that they feed to it. */
import type { RedirectionNode, WordNode } from '../generated/bash-parser.js'
import { shortened } from '../words/shown-text.ts'
import { checkSteering } from '../words/steering.ts'
import { wordValue, type Expansion, type WordValue } from '../words/word-value.ts'

export interface Redirect {
  readonly direction: 'read' | 'write'
  readonly target: WordValue
}

export interface Redirections {
  readonly redirects: readonly Redirect[]
  /** Text of a here-document or here-string, if known. */
  readonly input?: string
}

/** Variables that take a descriptor are set in the expansion's scope. */
export function readRedirections(
  redirections: readonly RedirectionNode[],
  expansion: Expansion,
): Redirections {
  const redirects: Redirect[] = []
  let input: string | undefined
  for (const { operator, target, fdVariable } of redirections) {
    if (fdVariable !== undefined) {
      checkSteering(fdVariable, expansion.onProblem)
      expansion.scope.set(fdVariable, 'unknown')
    }
    if (target.type === 'HereDoc') {
      if (target.terminated === false)
        expansion.onProblem(`has a here-document without its end (${shortened(target.delimiter)})`)
      input = target.quoted
        ? literalText(target.content)
        : wordValue(target.content, expansion).texts?.join('')
      continue
    }
    const value = wordValue(target, expansion)
    if (operator === '<<<') input = value.texts?.length === 1 ? value.texts[0] : undefined
    else if (!isDescriptor(operator, value)) {
      redirects.push({ direction: operator === '<' || operator === '<&' ? 'read' : 'write', target: value })
      if (operator === '<>') redirects.push({ direction: 'read', target: value })
    }
  }
  return { redirects, ...(input === undefined ? {} : { input }) }
}

/** `2>&1`, `>&-`: nothing is opened. */
function isDescriptor(operator: string, { texts }: WordValue): boolean {
  return (
    (operator === '>&' || operator === '<&') &&
    texts !== undefined &&
    texts.every((text) => /^(\d+-?|-)$/.test(text))
  )
}

/** A word that the shell takes as it stands, without its quotes. */
export function literalText(word: WordNode): string | undefined {
  const texts = word.parts.map((part) =>
    part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Escaped'
      ? part.value
      : undefined,
  )
  return texts.includes(undefined) ? undefined : texts.join('')
}
