/** Addresses in stacks and messages as the program knows them: without this origin and the preview's prefix. */
import { PAGE_CLIENT, PREVIEW_PREFIX } from '../../preview-target.ts'

const OWN = new RegExp(`${escape(location.origin)}(?:${PREVIEW_PREFIX}[^/\\s]+)?(?=/)`, 'g')
const FRAME = /(?:\(|at |@)(?:async )?([^\s()]+:\d+:\d+)\)?\s*$/

export function ownAddresses(text: string): string {
  return text.replace(OWN, '')
}

/** The stack without the lines of this script; the message before it stays. */
export function ownStack(stack: string): string {
  const lines = stack.split('\n').filter((line) => !line.includes(PAGE_CLIENT))
  return ownAddresses(lines.join('\n'))
}

/** Location in the page's own code that made the call, as `/src/main.ts:12:5`. */
export function callerOf(stack: string | undefined): string | undefined {
  // In one document all scripts, this one too, have made-up addresses.
  if (self.origin === 'null') return undefined
  for (const line of (stack ?? '').split('\n')) {
    const place = line.includes(PAGE_CLIENT) ? undefined : FRAME.exec(line)?.[1]
    if (place !== undefined) return ownAddresses(place)
  }
  return undefined
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
