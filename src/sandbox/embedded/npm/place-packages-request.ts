/** Request of npm's part of the shell to the kernel: place packages from the registry, all or none. */

/** One archive of a registry and where its files go. */
export interface PlacedPackage {
  readonly url: string
  /** As lock files have it: one or more hashes, of which the strongest kind counts. */
  readonly integrity: string
  /** The directory that it becomes; what was there is gone before. */
  readonly path: string
}

export interface PlaceRequest {
  readonly packages: readonly PlacedPackage[]
  /** Removed when all packages are there and before any of them is put in its place. */
  readonly remove: readonly string[]
  /** Shown to the user where a request is asked for. */
  readonly command: string
  /** Archives that are not kept are not asked for. */
  readonly offline: boolean
}

export type PlaceOutcome =
  | { readonly type: 'placed'; readonly files: number }
  /** Nothing was changed, unless it is the disk that was full. */
  | { readonly type: 'failed'; readonly url: string; readonly message: string }
