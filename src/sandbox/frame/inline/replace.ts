/** `text.replace` with a replacement that takes its time; all are asked for at once. */
export async function replaceAsync(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const matches = [...text.matchAll(pattern)]
  const replaced = await Promise.all(matches.map(replacement))
  let result = ''
  let position = 0
  matches.forEach((match, index) => {
    result += text.slice(position, match.index) + (replaced[index] ?? match[0])
    position = match.index + match[0].length
  })
  return result + text.slice(position)
}
