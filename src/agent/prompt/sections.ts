/**
 * Sections of the system prompt with their cache intent. A cached section is computed once, until the
 * cache is cleared; a volatile one each time, and has to say why, because it may cost the prefix cache.
 */

export type Section<Facts> =
  | { readonly intent: 'cached'; readonly name: string; compute(facts: Facts): string }
  | {
      readonly intent: 'volatile'
      readonly name: string
      readonly reason: string
      compute(facts: Facts): string
    }

export function cachedSection<Facts>(name: string, compute: (facts: Facts) => string): Section<Facts> {
  return { intent: 'cached', name, compute }
}

export function volatileSection<Facts>(
  name: string,
  compute: (facts: Facts) => string,
  reason: string,
): Section<Facts> {
  return { intent: 'volatile', name, reason, compute }
}

/** One per session. */
export class SectionCache {
  readonly #texts = new Map<string, string>()

  /** Sections that are empty are left out. */
  render<Facts>(sections: readonly Section<Facts>[], facts: Facts): string {
    return sections
      .map((section) => this.#textOf(section, facts))
      .filter((text) => text !== '')
      .join('\n\n')
  }

  /** After a compaction or a reset. */
  clear(): void {
    this.#texts.clear()
  }

  #textOf<Facts>(section: Section<Facts>, facts: Facts): string {
    const known = section.intent === 'cached' ? this.#texts.get(section.name) : undefined
    if (known !== undefined) return known
    const text = section.compute(facts)
    if (section.intent === 'cached') this.#texts.set(section.name, text)
    return text
  }
}

/** For audits: each section's content, and why it may change. */
export function listSections<Facts>(sections: readonly Section<Facts>[]): readonly string[] {
  return sections.map((section) =>
    section.intent === 'cached' ? `${section.name}: cached` : `${section.name}: volatile, ${section.reason}`,
  )
}
