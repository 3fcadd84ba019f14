/** Parses the replacement of an `s` command. */
import { CHAR_ESCAPES } from '../char-escapes.ts'
import type { ReplacementPart } from './script.ts'

const NUMBERS: Readonly<Record<string, readonly [RegExp, number]>> = {
  d: [/^\d{1,3}/, 10],
  o: [/^[0-7]{1,3}/, 8],
  x: [/^[0-9a-fA-F]{1,2}/, 16],
}

export function parseReplacement(text: string, delimiter: string): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = []
  let plain = ''
  const add = (part: ReplacementPart): void => {
    if (plain !== '') parts.push({ type: 'text', text: plain })
    plain = ''
    parts.push(part)
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '&') add({ type: 'group', index: 0 })
    else if (char !== '\\') plain += char
    else {
      at += 1
      const after = text.charAt(at)
      if (/[0-9]/.test(after) && after !== delimiter) add({ type: 'group', index: Number(after) })
      else if (after === 'U' || after === 'L' || after === 'E' || after === 'u' || after === 'l')
        add({ type: 'case', to: after })
      else {
        const [value, length] = escaped(text.slice(at))
        plain += value
        at += length - 1
      }
    }
  }
  if (plain !== '') parts.push({ type: 'text', text: plain })
  return parts
}

/** The characters that an escape stands for, and the length of the escape without its backslash. */
export function escaped(text: string): readonly [value: string, length: number] {
  const char = text.charAt(0)
  const simple = CHAR_ESCAPES[char]
  if (simple !== undefined) return [simple, 1]
  const [form, base] = NUMBERS[char] ?? []
  const digits = form?.exec(text.slice(1))?.[0]
  if (digits !== undefined)
    return [String.fromCharCode(Number.parseInt(digits, base) & 255), 1 + digits.length]
  if (char === 'c' && text.length > 1) return [String.fromCharCode((text.charCodeAt(1) & 0x5f) ^ 64), 2]
  return [char, char === '' ? 0 : 1]
}
