/** Files that are looked for before the first of them is read, so that they can be brought together. */
const AHEAD = 500

/** The same files, with what is next told to `willRead`. */
export function* readAhead<File extends { readonly path: string }>(
  files: Iterable<File>,
  willRead: ((paths: readonly string[]) => void) | undefined,
): Generator<File> {
  let some: File[] = []
  for (const file of files) {
    if (some.push(file) < AHEAD) continue
    willRead?.(some.map(({ path }) => path))
    yield* some
    some = []
  }
  willRead?.(some.map(({ path }) => path))
  yield* some
}
