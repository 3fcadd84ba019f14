/** The fake agent's search in all files. */
import type { FileReplacements, ReplacedText, TextQuery } from '../../../agent/protocol/calls/files.ts'
import type { FoundMatch, FoundText } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'

interface Searched {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly calls: string[]
}

/** Searches for plain text, two files a part. */
export function searchCalls(fake: Searched) {
  return {
    searchText: async (query: TextQuery, limit: number, after?: string): Promise<Result<FoundText>> => {
      fake.calls.push(`search: ${JSON.stringify(query)}`)
      const paths = [...fake.files.keys()].toSorted().filter((path) => after === undefined || path > after)
      const found = paths.slice(0, 2).map((path) => ({
        path: `/workspace/${path}`,
        matches: matchesIn(new TextDecoder().decode(fake.files.get(path)), query).slice(0, limit),
      }))
      const next = paths.length > 2 ? paths[1] : undefined
      return ok({
        files: found.filter(({ matches }) => matches.length > 0),
        searched: found.length,
        ...{ binary: 0, tooLarge: 0, tooSlow: 0, longLines: 0 },
        ...(next === undefined ? {} : { next }),
      })
    },
    cancelSearch: async () => void fake.calls.push('cancelSearch'),
    replaceText: async (files: readonly FileReplacements[]): Promise<Result<ReplacedText>> => {
      for (const { path, replacements } of files) {
        const all = replacements.map(({ line, before, after }) => `${line} ${before}→${after}`)
        fake.calls.push(`replace: ${relativeTo(path)} ${all.join(', ')}`)
      }
      const matches = files.reduce((sum, { replacements }) => sum + replacements.length, 0)
      const edited = files.length === 0 ? undefined : { before: 'before', after: 'after' }
      return ok({ edited, files: files.length, matches, refused: [] })
    },
  }
}

function matchesIn(text: string, { text: wanted, isRegex }: TextQuery): FoundMatch[] {
  return text.split('\n').flatMap((line, index) => {
    const match = isRegex ? new RegExp(wanted).exec(line) : undefined
    const start = isRegex ? (match?.index ?? -1) : line.indexOf(wanted)
    if (start === -1) return []
    const found = match?.[0] ?? wanted
    const end = start + found.length
    const around = { before: line.slice(0, start), after: line.slice(end) }
    return [{ line: index + 1, start, end, text: found, ...around, groups: match?.slice(1) ?? [] }]
  })
}
