import { POSIX_CLASSES } from '../../search/posix-classes.ts'

/** `[[:space:]]` and its like, in a regular expression's source, as JavaScript writes them. */
export function withoutPosixClasses(source: string): string {
  return source.replace(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
}
