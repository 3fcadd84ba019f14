/** Numbers with what is counted, in the forms that a language has for it. */

/** For languages that tell one from many, as English and German do. */
export function countsIn(code: string): (count: number, one: string, many: string) => string {
  const plurals = new Intl.PluralRules(code)
  const numbers = new Intl.NumberFormat(code)
  return (count, one, many) => `${numbers.format(count)} ${plurals.select(count) === 'one' ? one : many}`
}
