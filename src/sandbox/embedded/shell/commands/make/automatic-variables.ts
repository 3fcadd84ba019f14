import type { Rule } from './makefile.ts'
import type { Variables } from './variables.ts'
import { fileOf, folderOf, wordsOf } from './words.ts'

/** `$@` and the others, each also as its folder (`$(@D)`) and its file (`$(@F)`). */
export function automaticVariables(
  variables: Variables,
  { target, rule, newer }: { target: string; rule: Rule; newer: readonly string[] },
): void {
  const all = rule.prerequisites
  const values: Readonly<Record<string, string>> = {
    '@': target,
    '<': all[0] ?? '',
    '^': [...new Set(all)].join(' '),
    '+': all.join(' '),
    '?': [...new Set(newer)].join(' '),
    '|': [...new Set(rule.orderOnly)].join(' '),
    '*': rule.stem ?? '',
    '%': '',
  }
  const set = (name: string, value: string): void =>
    variables.set(name, { value, isRecursive: false, origin: 'automatic' })
  for (const [name, value] of Object.entries(values)) {
    const words = wordsOf(value)
    set(name, value)
    set(`${name}D`, words.map((word) => folderOf(word).replace(/(.)\/$/, '$1')).join(' '))
    set(`${name}F`, words.map(fileOf).join(' '))
  }
}
