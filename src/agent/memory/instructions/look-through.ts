/** Looks instruction files through for comments and imports, as long as there is room: a parser takes its time for hostile texts. */
import type { InstructionFault } from '../../protocol/calls/instructions.ts'
import { INSTRUCTION_IMPORTS_NAMED, INSTRUCTION_MARKDOWN_CHARS } from '../../limits.ts'
import { importsIn, withoutComments } from './markdown-text.ts'

export interface LookedThrough {
  /** Without comments. */
  readonly text: string
  /** As they are written. */
  readonly imports: readonly string[]
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
}

/** For the files of one reading, one after the other. A text that has neither an import nor a comment takes no room. */
export function lookingThrough(): (text: string) => LookedThrough {
  let free = INSTRUCTION_MARKDOWN_CHARS
  let named = 0
  return (text) => {
    if (!text.includes('@') && !text.includes('<!--')) return { text, imports: [] }
    if (text.length > free) return { text, imports: [], fault: 'too long to search' }
    free -= text.length
    const rest = withoutComments(text)
    const imports = importsIn(rest).slice(0, INSTRUCTION_IMPORTS_NAMED - named)
    named += imports.length
    return { text: rest, imports }
  }
}
