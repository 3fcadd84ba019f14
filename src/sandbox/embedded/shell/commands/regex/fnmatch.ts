/** Patterns of file names as `fnmatch` takes them: `*` also matches a slash and a leading dot. */
import { isClassName, CLASSES } from './syntax-tree.ts'

/** For the whole name. */
export function fnmatchRegex(pattern: string, ignoreCase = false): RegExp {
  let source = ''
  let at = 0
  while (at < pattern.length) {
    const rest = pattern.slice(at)
    const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    const bracket = char === '[' ? /^\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]/.exec(rest)?.[0] : undefined
    if (bracket !== undefined) {
      source += bracketSource(bracket)
      at += bracket.length
      continue
    }
    if (char === '*') source += '[^]*'
    else if (char === '?') source += '[^]'
    else if (char === '\\' && rest.length > 1) {
      at += 1
      source += escaped(rest.charAt(1))
    } else source += escaped(char)
    at += char.length
  }
  return new RegExp(`^(?:${source})$`, ignoreCase ? 'iu' : 'u')
}

function bracketSource(bracket: string): string {
  const isNegated = /^\[[!^]/.test(bracket)
  const inside = bracket.slice(isNegated ? 2 : 1, -1)
  const text = inside.replaceAll(/\[:(\w+):\]|[\\[\]^]/g, (part, name?: string) => {
    if (name === undefined) return `\\${part}`
    return isClassName(name) ? CLASSES[name] : ''
  })
  return `[${isNegated ? '^' : ''}${text.replace(/^-|-$/g, '\\-')}]`
}

function escaped(char: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char
}
