/** The text in place of a match. */
import type { FoundMatch } from '../../../sandbox/contract/contract.ts'

/** With a regular expression `$1` … `$99` are its groups, `$&` is the whole match, `$$` a dollar; else it is all meant literally. */
export function replacementOf(
  template: string,
  { text, groups }: Pick<FoundMatch, 'text' | 'groups'>,
  isRegex: boolean,
): string {
  if (!isRegex) return template
  return template.replace(/\$(?:([$&])|(\d{1,2}))/g, (written: string, sign?: string, digits?: string) => {
    if (sign !== undefined) return sign === '$' ? '$' : text
    if (digits === undefined) return written
    // `$12` is the first group and a 2 where there are no twelve.
    const isGroup = (number: string) => Number(number) >= 1 && Number(number) <= groups.length
    if (isGroup(digits)) return groups[Number(digits) - 1] ?? ''
    const [first = '', rest = ''] = digits
    return isGroup(first) ? (groups[Number(first) - 1] ?? '') + rest : written
  })
}
