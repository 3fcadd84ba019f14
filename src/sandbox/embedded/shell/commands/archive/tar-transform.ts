/** `--transform`: names of members and targets of links, changed as sed's `s` would. */
import { CommandError } from '../../../../contract/command-error.ts'
import { parseScript } from '../../../../languages/sed/parse-script.ts'
import type { Regex } from '../regex/posix-regex.ts'
import { regexCompiler } from '../sed/compile-regex.ts'
import { substitute } from '../sed/substitute.ts'
import type { Substitution } from '../../../../languages/sed/script.ts'

/** Role of a name: a member's own, or the target of a link. */
export type NameUse = 'member' | 'symlink' | 'hard link'

export type Transform = (name: string, use: NameUse) => string

interface Rule {
  readonly change: Substitution<Regex>
  readonly uses: ReadonlySet<NameUse>
}

const FATAL = 2
const USES: Readonly<Record<string, NameUse>> = { r: 'member', s: 'symlink', h: 'hard link' }

/** Throws `CommandError`. */
export function transformOf(expressions: readonly string[]): Transform {
  const rules = expressions.flatMap(rulesOf)
  if (rules.length === 0) return (name) => name
  return (name, use) => {
    // The slash of a directory is no part of its name.
    const [, bare = '', slash = ''] = /^(.*?)(\/*)$/s.exec(name) ?? []
    const changed = rules.reduce(
      (text, { change, uses }) =>
        uses.has(use) && change.regex ? (substitute(text, change.regex, change) ?? text) : text,
      bare,
    )
    return changed + slash
  }
}

/** `s,a,b,` and more behind semicolons. */
function rulesOf(expression: string): readonly Rule[] {
  const rules: Rule[] = []
  let rest = expression
  while (rest !== '') {
    const delimiter = rest.charAt(1)
    const end = rest.startsWith('s') && delimiter !== '' ? endOfReplacement(rest, delimiter) : -1
    if (end < 0) throw new CommandError(`Invalid transform expression: ${expression}`, FATAL)
    const flags = /^[^;]*/.exec(rest.slice(end))?.[0] ?? ''
    rules.push(ruleOf(rest.slice(0, end), flags, expression))
    rest = rest.slice(end + flags.length).replace(/^;\s*/, '')
  }
  return rules
}

/** Behind the third delimiter; -1 when there are not as many. */
function endOfReplacement(text: string, delimiter: string): number {
  let found = 0
  for (let at = 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1
    else if (text.charAt(at) === delimiter) found += 1
    if (found === 3) return at + 1
  }
  return -1
}

function ruleOf(command: string, flags: string, expression: string): Rule {
  if (!/^[gix\drRsShH]*$/.test(flags))
    throw new CommandError(`Unknown flag in transform expression: ${expression}`, FATAL)
  const uses = new Set<NameUse>(Object.values(USES))
  const only = Object.entries(USES).flatMap(([flag, use]) => (flags.includes(flag) ? use : []))
  if (only.length > 0) for (const use of [...uses]) if (!only.includes(use)) uses.delete(use)
  for (const [flag, use] of Object.entries(USES)) if (flags.includes(flag.toUpperCase())) uses.delete(use)
  const script = parseScript(command + flags.replaceAll(/[^gi\d]/g, ''), {
    compile: regexCompiler(flags.includes('x')),
    isSandboxed: true,
    where: () => '--transform',
  })
  const change = script.commands[0]?.action
  if (change?.type !== 's') throw new CommandError(`Invalid transform expression: ${expression}`, FATAL)
  return { change, uses }
}
