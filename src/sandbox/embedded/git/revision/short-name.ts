/** Names of objects cut short, as long as it takes to tell them apart. */
import type { Repository } from '../repository.ts'

const MIN = 4
const DEFAULT_MIN = 7

export class ShortNames {
  readonly #repository: Repository
  readonly #length: number
  readonly #known = new Map<string, string>()

  /** `length` is `--abbrev`. */
  constructor(repository: Repository, length?: number) {
    this.#repository = repository
    this.#length = length === undefined ? defaultLength(repository) : Math.max(MIN, Math.min(40, length))
  }

  of(oid: string): string {
    const known = this.#known.get(oid)
    if (known !== undefined) return known
    let length = this.#length
    if (!/^0+$/.test(oid))
      while (length < 40 && this.#repository.objects.withPrefix(oid.slice(0, length), 2).length > 1)
        length += 1
    const short = oid.slice(0, length)
    this.#known.set(oid, short)
    return short
  }
}

function defaultLength(repository: Repository): number {
  const configured = repository.config.get('core.abbrev')
  if (configured !== undefined && /^\d+$/.test(configured))
    return Math.max(MIN, Math.min(40, Number(configured)))
  if (configured !== undefined && /^(no|off|false)$/i.test(configured)) return 40
  // As git: half as many bits again as it takes to number the objects.
  const bits = Math.ceil(Math.log2(Math.max(1, repository.objects.estimatedCount)))
  return Math.max(DEFAULT_MIN, Math.ceil((bits + 1) / 2))
}
