/** Programs in the languages of awk and sed, given as text: whether they only transform what they read. */

/** `system()`, pipes, `getline`, and output to files leave what awk was given. */
export function awkOnlyReads(program: string): boolean {
  const code = program.replaceAll('||', ' ')
  if (/\bsystem\b|\bgetline\b|\||@|\bclose\s*\(|\bENVIRON\b|\bARGV\b/.test(code)) return false
  // `>` compares, unless it stands behind something that is printed.
  return !/\bprintf?\b[^;}\n]*>/.test(code)
}

/** Addresses, substitutions, printing and deleting; not `e`, `w`, `r`, nor what is not plainly one of the former. */
export function sedOnlyTransforms(script: string): boolean {
  let rest = script.trim()
  for (let steps = 0; rest !== '' && steps < 200; steps += 1) {
    const command = COMMANDS.map((pattern) => pattern.exec(rest)).find((match) => match !== null)
    if (!command) return false
    rest = rest.slice(command[0].length).replace(/^[\s;}]+/, '')
  }
  return rest === ''
}

const ADDRESS = String.raw`(?:(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/I?)(?:,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?\s*!?\s*)?`
const COMMANDS = [
  // The delimiter is any character; `e` and `w` are no flags here.
  new RegExp(
    String.raw`^${ADDRESS}s([^\w\s\\])(?:(?!\1)[^\\\n]|\\[^])*\1(?:(?!\1)[^\\\n]|\\[^])*\1[gpIiMm0-9]*(?=[\s;}]|$)`,
  ),
  new RegExp(
    String.raw`^${ADDRESS}y([^\w\s\\])(?:(?!\1)[^\\\n]|\\[^])*\1(?:(?!\1)[^\\\n]|\\[^])*\1(?=[\s;}]|$)`,
  ),
  new RegExp(String.raw`^${ADDRESS}[dDpPnNhHgGxl=qQ](?:\s*\d+)?(?=[\s;}]|$)`),
  new RegExp(String.raw`^${ADDRESS}[aic]\\?\s?[^\n]*(?:\n|$)`),
  new RegExp(String.raw`^${ADDRESS}\{\s*`),
  new RegExp(String.raw`^[bt]\s*\w*(?=[\s;}]|$)`),
  /^:\w+(?=[\s;}]|$)/,
]
