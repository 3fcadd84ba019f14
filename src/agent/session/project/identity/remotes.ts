/** The remotes that a Git configuration names, in the one form in which they can be compared. */
import { PROJECT_TEXT_CHARS } from '../../../limits.ts'

const REMOTE = /^\[\s*remote\s+"[^"]*"\s*\]$/i
const URL_LINE = /^url\s*=\s*"?([^"]*?)"?$/i
/** `user@host:path`, and no drive letter. */
const SCP_LIKE = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/

/** Sorted; those of this machine alone, by a path, are left out, and those that are too long for one. */
export function remotesIn(config: string): readonly string[] {
  const found = new Set<string>()
  let isRemote = false
  for (const line of config.split(/\r?\n/).map((text) => text.trim())) {
    if (line.startsWith('[')) isRemote = REMOTE.test(line)
    else if (isRemote) {
      const [, url = ''] = URL_LINE.exec(line) ?? []
      const remote = remoteOf(url)
      if (remote !== undefined && remote.length <= PROJECT_TEXT_CHARS) found.add(remote)
    }
  }
  return [...found].toSorted()
}

/** Host and path: who asks, and by which protocol, makes no other repository. */
function remoteOf(url: string): string | undefined {
  const [, scpHost, scpPath] = SCP_LIKE.exec(url) ?? []
  if (scpHost !== undefined && scpPath !== undefined) return named(scpHost, scpPath)
  const parsed = URL.parse(url)
  if (parsed === null || parsed.hostname === '') return undefined
  return named(parsed.hostname, parsed.pathname)
}

/** Services take names in any case. */
function named(host: string, path: string): string | undefined {
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')
  return trimmed === '' ? undefined : `${host}/${trimmed}`.toLowerCase()
}
