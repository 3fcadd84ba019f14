/** Notes that an index names. */
import { EVERYWHERE, notePath, scopeOf } from './note-path.ts'

/** Characters of a link's target that are looked at. */
const TARGET_CHARS = 400
const LINK = new RegExp(String.raw`\]\([ \t]*<?([^)>\n]{1,${TARGET_CHARS}})`, 'g')
/** Characters that end a path which stands in a text as it is. */
const BETWEEN = /[\s()<>[\]"'`,;|*]+/

/** Paths of all that it names, by a link or as they are. */
export function namedNotes(index: string, text: string): ReadonlySet<string> {
  const bare = text.split(BETWEEN).filter((word) => word.includes('.md'))
  const written = [...linkTargets(text), ...bare.map((word) => word.replace(/[.:!?]+$/, ''))]
  return new Set(written.flatMap((target) => possiblePaths(index, target)))
}

/** Links to notes that are not there, as they are written; addresses and other files are none. */
export function deadLinks(index: string, text: string, paths: ReadonlySet<string>): readonly string[] {
  return linkTargets(text).filter((target) => {
    const possible = possiblePaths(index, target)
    return possible.length > 0 && !possible.some((path) => paths.has(path))
  })
}

/** A path in the index of all projects may begin at its own folder, or at that above. */
function possiblePaths(index: string, written: string): readonly string[] {
  const target = written.replace(/#.*$/, '')
  if (!target.endsWith('.md') || /^[a-z][a-z0-9+.-]*:/i.test(target)) return []
  const isOfAll = scopeOf(index) === 'everywhere' && !target.startsWith('/')
  const candidates = isOfAll ? [`${EVERYWHERE}/${target}`, target] : [target]
  return candidates.flatMap((candidate) => {
    const path = notePath(candidate)
    return path.ok ? path.value : []
  })
}

/** Without their titles. */
function linkTargets(text: string): readonly string[] {
  return [...text.matchAll(LINK)].map(([, target = '']) =>
    decoded(target.replace(/[ \t]+["'(].*$/, '').trim()),
  )
}

function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}
