/** Which pattern rule makes a file, if any. */
import type { Makefile, PatternRule, Rule } from './makefile.ts'
import { fileOf, folderOf, stemOf, withStem } from './words.ts'

/** Pattern rules used one after another for one file, as GNU make limits them by other means. */
const MAX_CHAIN = 8

export interface ImplicitRule extends Rule {
  /** Made together with the target. */
  readonly others: readonly string[]
}

export class ImplicitRules {
  readonly #makefile: Makefile
  readonly #exists: (path: string) => boolean

  constructor(makefile: Makefile, exists: (path: string) => boolean) {
    this.#makefile = makefile
    this.#exists = exists
  }

  find(target: string, chain: readonly PatternRule[] = []): ImplicitRule | undefined {
    if (chain.length > MAX_CHAIN) return undefined
    const fitting = this.#makefile.patternRules
      .filter((rule) => rule.recipe.length > 0 && !chain.includes(rule))
      .flatMap((rule) => instanceOf(rule, target) ?? [])
      .sort((one, other) => one.stemLength - other.stemLength)
    const direct = fitting.find(({ rule }) => rule.prerequisites.every((one) => this.#isKnown(one)))
    if (direct !== undefined) return direct.rule
    const isMade = ({ rule, from }: Instance): boolean =>
      rule.prerequisites.every((one) => this.#isKnown(one) || this.find(one, [...chain, from]) !== undefined)
    return fitting.find((one) => one.from.prerequisites.length > 0 && isMade(one))?.rule
  }

  /** It is there, or the makefile speaks of it. */
  #isKnown(path: string): boolean {
    if (this.#exists(path) || this.#makefile.rules.has(path)) return true
    return [...this.#makefile.rules.values()].some((rule) => rule.prerequisites.includes(path))
  }
}

interface Instance {
  readonly rule: ImplicitRule
  readonly from: PatternRule
  readonly stemLength: number
}

function instanceOf(from: PatternRule, target: string): Instance | undefined {
  for (const pattern of from.targets) {
    const hasFolder = pattern.includes('/')
    const stem = stemOf(pattern, hasFolder ? target : fileOf(target))
    if (stem === undefined || stem === '') continue
    const folder = hasFolder || !target.includes('/') ? '' : folderOf(target)
    const fill = (one: string): string => (one.includes('%') ? folder + withStem(one, stem) : one)
    const rule = {
      prerequisites: from.prerequisites.map(fill),
      orderOnly: from.orderOnly.map(fill),
      recipe: from.recipe,
      place: from.place,
      stem: folder + stem,
      others: from.targets.map(fill).filter((one) => one !== target),
    }
    return { rule, from, stemLength: stem.length }
  }
  return undefined
}
