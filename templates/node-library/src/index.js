/**
 * Counts how often each word stands in a text, whatever its case.
 * @param {string} text
 * @returns {Map<string, number>} words in the order in which they first come
 */
export function countWords(text) {
  const counts = new Map()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}']+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
