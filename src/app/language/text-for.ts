/** The text for a word that comes as data; undefined when there is none, as for a word that is newer than the texts. */
export function textFor(texts: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(texts, word) ? texts[word] : undefined
}
