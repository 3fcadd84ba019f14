/** Lock files of other package managers in one form: the version that answers each dependency. */

export interface ForeignPackage {
  /** As it is published, whatever it is called by those that need it. */
  readonly name: string
  readonly version: string
  /** Hash of the registry's archive, if the file has one. */
  readonly integrity?: string
  /** Ids by the names that it is needed under. */
  readonly needs: ReadonlyMap<string, string>
}

export interface ForeignLock {
  /** Needs of the project itself. */
  readonly root: ReadonlyMap<string, string>
  /** Needs of the project's own packages, by folder. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly packages: ReadonlyMap<string, ForeignPackage>
}

/** Why a lock file, or something in it, cannot be followed; the message ends a sentence that begins with its name. */
export class ForeignLockError extends Error {}

/** Its id, where it is known; throws where a file names what it does not describe. */
export function packageOf({ packages }: ForeignLock, id: string): ForeignPackage {
  const found = packages.get(id)
  if (found === undefined) throw new ForeignLockError(`names ${id} without a word on it`)
  return found
}

/** The id of one of the project's own packages. */
export function memberId(folder: string): string {
  return `link:${folder}`
}

/** The folder of one of the project's own packages; undefined for ids of what is published. */
export function memberFolder(id: string): string | undefined {
  return id.startsWith('link:') ? id.slice('link:'.length) : undefined
}
