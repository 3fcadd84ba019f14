/** Tools whose results may be left out, and what stands in the place of a result. Pure. */
import { join, RESULTS } from '../../../sandbox/contract/path.ts'
import type { TextBlock } from '../../protocol/messages.ts'

/** How the model can have such a result again. Only a call that just reads is made again for it. */
const PLACEHOLDERS = {
  call: leftOut('Make the call again if what it said is needed.'),
  command: leftOut(
    'The command has run. Do not run it again only to see its output, unless it just reads or checks something.',
  ),
  file: leftOut(
    'Do not make the call again to see what it said: read the file, which shows what is in it now.',
  ),
  page: leftOut(
    'Do not make the call again only to see what it said, as it may have changed the page: look at the page as it is now.',
  ),
  /** Left out by an older version, which made less of a difference between tools. */
  other: leftOut('The call was made: do not make it again only to see what it said.'),
} as const

/**
 * By the tools' own names. Not here are answers of the user or an advisor, and the output of a command in the background,
 * of which each call shows only what is new.
 */
const REPEATABLE: ReadonlyMap<string, Exclude<keyof typeof PLACEHOLDERS, 'other'>> = new Map([
  ['Read', 'call'],
  ['Grep', 'call'],
  ['Glob', 'call'],
  ['LS', 'call'],
  ['WebFetch', 'call'],
  ['Bash', 'command'],
  ['Write', 'file'],
  ['Edit', 'file'],
  ['MultiEdit', 'file'],
  ['NotebookEdit', 'file'],
  ['Browser', 'page'],
])

interface MadeCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

interface LoggedFacts {
  readonly tool: string
  readonly stored: { readonly name: string } | undefined
}

/** Its content is in the workspace or can be produced again. */
export function isRepeatable({ tool, input }: MadeCall): boolean {
  // The console of a page shows what is new since it was asked for last.
  return REPEATABLE.has(tool) && !(tool === 'Browser' && input['action'] === 'console')
}

const KNOWN = new WeakSet<object>(Object.values(PLACEHOLDERS))

/** By the log: the tool's own name, and the file that has all of the result; undefined where it has none. */
export function placeholderFor(result: LoggedFacts | undefined): TextBlock {
  if (result?.stored === undefined) return PLACEHOLDERS[REPEATABLE.get(result?.tool ?? '') ?? 'other']
  const block = leftOut(
    `All of it is in ${join(RESULTS, result.stored.name)}: search it with Grep, or show a part with Read.`,
  )
  KNOWN.add(block)
  return block
}

/** By the block itself: a tool may give a result of the same words. */
export function isPlaceholder(block: { readonly type: string } | undefined): boolean {
  return block !== undefined && KNOWN.has(block)
}

function leftOut(advice: string): TextBlock {
  return { type: 'text', text: `[This result is left out to make room. ${advice}]` }
}
