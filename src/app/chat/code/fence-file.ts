/** Which file a block of code in an answer is of: as its fence says, or a comment in its first line. */
import { isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { PATH_CHARS } from '../../limits.ts'
import { shownName } from '../../shown-text.ts'

interface FenceFile {
  /** '' when none is named. */
  readonly language: string
  /** Relative to the workspace; undefined when none is named that could be shown as it is. */
  readonly path: string | undefined
}

/** `title="a.js"`, `file=a.js` and the like. */
const NAMED = /(?:^|[\s{])(?:title|file|filename|path|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s}]+))/i
/** A comment that has nothing but a path in it. */
const COMMENT = /^\s*(?:\/\/|#|--|;|\/\*|<!--)\s*(?:file(?:name)?:\s*)?(\S+?)\s*(?:\*\/|-->)?\s*$/i

export function fenceFile(info: string, code: string): FenceFile {
  const [first = '', second = ''] = info.trim().split(/\s+/)
  const colon = /^([\w+#-]*):(.+)$/.exec(first)
  const language = colon ? (colon[1] ?? '') : looksLikePath(first) ? extension(first) : first
  const [, double, single, bare] = NAMED.exec(info) ?? []
  const candidates = [double ?? single ?? bare, colon?.[2], first, second].filter(
    (name) => name !== undefined && looksLikePath(name),
  )
  const comment = COMMENT.exec(code.slice(0, code.indexOf('\n') + 1 || code.length))?.[1]
  const named = candidates[0] ?? (comment !== undefined && looksLikePath(comment) ? comment : undefined)
  return { language, path: named === undefined ? undefined : workspacePath(named) }
}

/** It has an ending, or folders and no more than a path has: `js`, `c++` and `1.` are none. */
function looksLikePath(name: string): boolean {
  if (/^[a-z]+:\/\//i.test(name) || /[={}<>"'`|*?]/.test(name)) return false
  return /(^|\/)[^/]*\.[A-Za-z][\w-]*$/.test(name) || /^[\w.@-]+(\/[\w.@-]+)+$/.test(name)
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** Nothing outside of the workspace, and nothing that hides a part of its name. */
function workspacePath(name: string): string | undefined {
  const path = resolve(name)
  const inner = relativeTo(path)
  const isShown = shownName(inner) === inner && inner.length <= PATH_CHARS
  return isShown && path !== WORKSPACE_ROOT && isWithin(path, WORKSPACE_ROOT) ? inner : undefined
}
