/** A call as a person writes one to see what would be decided: a command, or `Edit(/src/a.ts)`, with paths as rules have them. */
import { HOME, WORKSPACE_ROOT, isWithin } from '../../../sandbox/contract/path.ts'

export type WrittenCall =
  | { readonly kind: 'call'; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'address'
      readonly url: string
      readonly readOnly: boolean
      /** In capitals. */
      readonly method: string
    }

/** Text that is not `Tool(…)` is a command. The caller checks whether the tool exists. */
export function readCall(text: string): WrittenCall {
  const trimmed = text.trim()
  const [, tool, inner = ''] = /^([A-Z]\w*|mcp__\w+)(?:\(([^]*)\))?$/.exec(trimmed) ?? []
  if (tool === undefined) return { kind: 'call', tool: 'Bash', input: { command: trimmed } }
  if (tool === 'WebFetch' || tool === 'WebSend') {
    // As a rule has it, or an address with the method after it.
    const [, place = '', named] = /^(\S*)(?:\s+(?:method:)?([a-z]+)[a-z,]*)?$/i.exec(inner.trim()) ?? []
    const host = /^domain:(.+)$/i.exec(place)?.[1]
    const url = host === undefined ? place : `https://${host.replaceAll('*', 'any')}/`
    return {
      kind: 'address',
      url: /^https?:/i.test(url) ? url : `https://${url}`,
      readOnly: tool === 'WebFetch',
      method: named?.toUpperCase() ?? (tool === 'WebFetch' ? 'GET' : 'POST'),
    }
  }
  return { kind: 'call', tool, input: inputOf(tool, inner) }
}

function inputOf(tool: string, inner: string): Readonly<Record<string, unknown>> {
  const file_path = pathOf(inner)
  switch (tool) {
    case 'Bash':
      return { command: inner }
    case 'Read':
      return { file_path }
    case 'Edit':
      return { file_path, old_string: 'a', new_string: 'b' }
    case 'MultiEdit':
      return { file_path, edits: [{ old_string: 'a', new_string: 'b' }] }
    case 'Write':
      return { file_path, content: '' }
    case 'LS':
      return { path: file_path }
    case 'Browser':
      return { action: inner || 'click', target: 'e1', text: 'a', page: '/' }
    case 'Grep':
    case 'Glob':
      return { pattern: '*', path: file_path }
    default:
      return {}
  }
}

function pathOf(pattern: string): string {
  const path = pattern.trim()
  if (path.startsWith('//')) return path.slice(1)
  if (path.startsWith('~/')) return `${HOME}${path.slice(1)}`
  return isWithin(path, WORKSPACE_ROOT) ? path : `${WORKSPACE_ROOT}/${path.replace(/^(\.?\/)+/, '')}`
}
