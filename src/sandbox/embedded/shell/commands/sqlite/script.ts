/** A script of statements and commands that begin with a dot, cut into them. */

export type Part =
  | { readonly type: 'sql'; readonly text: string; readonly line: number }
  | { readonly type: 'command'; readonly text: string; readonly line: number }

export function partsOf(script: string): readonly Part[] {
  const parts: Part[] = []
  let text = ''
  let start = 1
  for (const [at, line] of script.split('\n').entries()) {
    if (text === '') {
      if (line.startsWith('.')) {
        parts.push({ type: 'command', text: line.trim(), line: at + 1 })
        continue
      }
      if (line.trim() === '' || line.startsWith('#')) continue
      start = at + 1
    }
    text += `${line}\n`
    if (!isComplete(text)) continue
    parts.push({ type: 'sql', text, line: start })
    text = ''
  }
  if (text.trim() !== '') parts.push({ type: 'sql', text, line: start })
  return parts
}

/** Comments, strings and quoted names; the last one may lack its end. */
const OPAQUE =
  /--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)/g
const TRIGGER = /^\s*(?:explain\s+)?create\s+(?:temp\s+|temporary\s+)?trigger\b/i

/** It ends with a semicolon that is not within a string, a comment or a trigger. */
function isComplete(text: string): boolean {
  let isOpen = false
  const code = text.replace(OPAQUE, (part) => {
    if (part.startsWith('--')) return '\n'
    isOpen = !isClosed(part)
    return part.startsWith('/*') ? ' ' : 'x'
  })
  if (isOpen || !/;\s*$/.test(code)) return false
  return !TRIGGER.test(code) || /;\s*end\s*;\s*$/i.test(code)
}

function isClosed(part: string): boolean {
  if (part.startsWith('/*')) return part.length > 3 && part.endsWith('*/')
  return part.length > 1 && part.endsWith(part.startsWith('[') ? ']' : part.charAt(0))
}

/** The words of a command; quotes keep blanks. */
export function wordsOf(command: string): readonly string[] {
  return Array.from(command.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => {
    if (double !== undefined)
      return double.replace(
        /\\([tnr"\\])/g,
        (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter,
      )
    return single ?? plain ?? ''
  })
}
