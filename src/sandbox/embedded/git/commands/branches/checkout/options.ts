import { GitFailure } from '../../../failure.ts'
import type { Options } from '../../../options.ts'

export function refuse(options: Options, names: readonly string[]): void {
  const found = names.find((name) => options.has(name))
  if (found !== undefined) throw new GitFailure(`option --${found} is not supported in this sandbox's git`)
}
