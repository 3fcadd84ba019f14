/** One `.gitignore` or `.ignore` file. Others have written it, and made the folders that its patterns are tried on. */
import ignore from 'ignore'
import { pathPattern, verdictOn } from './path-pattern.ts'

export interface IgnoreFileRules {
  /** `path` is relative to the file's folder; a folder ends with a slash. Both are false where the file says nothing of it. */
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean }
}

/** As one regular expression each, most patterns are the fastest; with several `**` they take a power of the path's length. */
export function ignoreFileRules(text: string): IgnoreFileRules {
  const lines = text.split(/\r?\n/)
  if (!lines.some(isCostly)) return ignore({ ignorecase: false }).add(text)
  const patterns = lines.flatMap((line) => pathPattern(line) ?? [])
  return {
    test(path) {
      const verdict = verdictOn(patterns, path)
      return { ignored: verdict === 'meant', unignored: verdict === 'spared' }
    },
  }
}

/** It has several `**` before its end. */
function isCostly(line: string): boolean {
  return (
    line
      .trimEnd()
      .split('/')
      .slice(0, -1)
      .filter((name) => /^!?\*\*+$/.test(name)).length > 1
  )
}
