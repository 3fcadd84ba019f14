/** A remote as it is configured, or an address given instead of one. */
import { GitFailure } from '../failure.ts'
import type { Session } from '../session.ts'
import { isWebAddress, repositoryUrl } from './http.ts'
import { parseRefspec, type Refspec } from './refspec.ts'

export interface Remote {
  /** Undefined for an address that has no name. */
  readonly name: string | undefined
  readonly url: string
  readonly fetch: readonly Refspec[]
}

/** The remote of that name or address; without one the current branch's, or `origin`. */
export function findRemote(session: Session, given: string | undefined, direction: 'fetch' | 'push'): Remote {
  const { config, branch } = session.repository
  const pushed = direction === 'push' ? config.get('remote.pushdefault') : undefined
  const name =
    given ?? pushed ?? (branch === undefined ? undefined : config.get(`branch.${branch}.remote`)) ?? 'origin'
  const pushUrl = direction === 'push' ? config.get(`remote.${name}.pushurl`) : undefined
  const url = pushUrl ?? config.get(`remote.${name}.url`)
  if (url === undefined && !isWebAddress(name)) {
    if (given === undefined && direction === 'push')
      throw new GitFailure(
        'No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n',
      )
    throw new GitFailure(
      `'${name}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`,
    )
  }
  requireWeb(url ?? name)
  return {
    name: url === undefined ? undefined : name,
    url: repositoryUrl(url ?? name),
    fetch: config.all(`remote.${name}.fetch`).map(parseRefspec),
  }
}

export function requireWeb(url: string): void {
  if (isWebAddress(url)) return
  throw new GitFailure(
    `'${url}' cannot be reached from a browser tab: only https:// can, where the host allows web pages.
hint: For ssh addresses use the host's https one, with a token under Settings, "Git host".
hint: A folder or a bundle in the sandbox is brought in with 'git clone'.`,
  )
}
