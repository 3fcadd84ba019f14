/** `+refs/heads/*:refs/remotes/origin/*`: which references become which. */
import { GitFailure } from '../failure.ts'

export interface Refspec {
  readonly force: boolean
  /** '' deletes, in a push. */
  readonly from: string
  /** Undefined: nowhere. */
  readonly to: string | undefined
}

export function parseRefspec(text: string): Refspec {
  const force = text.startsWith('+')
  const [from = '', to, ...more] = (force ? text.slice(1) : text).split(':')
  const stars = (part: string) => part.split('*').length - 1
  if (more.length > 0 || stars(from) > 1 || (to !== undefined && stars(from) !== stars(to)))
    throw new GitFailure(`invalid refspec '${text}'`)
  return { force, from, to }
}

/** Maps the name; undefined when the refspec does not match it, or leads nowhere. */
export function mapRef({ from, to }: Refspec, name: string): string | undefined {
  const [before = '', after] = from.split('*')
  if (after === undefined) return name === from ? to : undefined
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after))
    return undefined
  return to?.replace('*', () => name.slice(before.length, name.length - after.length))
}

/** Full name of a remote's reference, for a short form. */
export function findRemoteRef(names: readonly string[], short: string): string | undefined {
  const forms = [short, `refs/${short}`, `refs/tags/${short}`, `refs/heads/${short}`, `refs/remotes/${short}`]
  return forms.find((name) => names.includes(name))
}
