/** `-perm`: modes as numbers and as letters. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { Test } from './expression.ts'

const WHO: Readonly<Record<string, number>> = { u: 0o700, g: 0o070, o: 0o007, a: 0o777 }
const WHAT: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111 }

/** `MODE` exactly, `-MODE` all of these bits, `/MODE` any of them. */
export function permissionTest(value: string): Test {
  const [, how = '', text = ''] = /^([-/]?)(.*)$/.exec(value) ?? []
  const wanted = modeOf(text)
  if (wanted === undefined) throw new CommandError(`invalid mode '${value}'`)
  return ({ stats }) => {
    const mode = stats.mode & 0o7777
    if (how === '-') return (mode & wanted) === wanted
    if (how === '/') return wanted === 0 || (mode & wanted) !== 0
    return mode === wanted
  }
}

function modeOf(text: string): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = 0
  for (const part of text.split(',')) {
    const [, who = '', operator = '', what = ''] = /^([ugoa]*)([-+=])([rwxX]*)$/.exec(part) ?? []
    if (operator === '') return undefined
    const mask = [...(who === '' ? 'a' : who)].reduce((bits, letter) => bits | (WHO[letter] ?? 0), 0)
    const bits = [...what.toLowerCase()].reduce((sum, letter) => sum | (WHAT[letter] ?? 0), 0) & mask
    mode = operator === '-' ? mode & ~bits : operator === '=' ? (mode & ~mask) | bits : mode | bits
  }
  return mode
}
