/** Programs of awk and sed that stand in a command line, judged by the parsers that run them: whether they only transform what they read. */
import { DIRECTIVE } from '../../../../sandbox/languages/awk/directive.ts'
import { namesOf, nodesOfProgram } from '../../../../sandbox/languages/awk/nodes.ts'
import { parseAwk } from '../../../../sandbox/languages/awk/parser.ts'
import type { Expr, Redirection, Statement } from '../../../../sandbox/languages/awk/syntax-tree.ts'
import { parseScript } from '../../../../sandbox/languages/sed/parse-script.ts'
import { refusal } from '../../../../sandbox/languages/refusal.ts'
import { shortened } from '../words/shown-text.ts'

const AWK_REACHES = 'runs a program that can write files or start others'
const SED_REACHES = 'runs a script that can write files or start programs'

/** Why a program of awk may do more than read, or undefined. */
export function problemOfAwk(program: string): string | undefined {
  if (program.search(DIRECTIVE) >= 0) return AWK_REACHES
  let isHarmless = false
  const unread = refusal(() => (isHarmless = nodesOfProgram(parseAwk(program)).every(staysInside)))
  if (unread !== undefined) return `runs a program that cannot be read (${shortened(unread)})`
  return isHarmless ? undefined : AWK_REACHES
}

/** They name other files, or show the environment; a variable's name may be made by the program. */
const REACHING_NAMES = new Set(['ARGV', 'ARGC', 'ENVIRON', 'SYMTAB', 'FUNCTAB'])

function staysInside(node: Expr | Statement): boolean {
  if (namesOf(node).some((name) => REACHING_NAMES.has(name))) return false
  switch (node.type) {
    case 'print':
    case 'printf':
      return node.to === undefined || isTerminal(node.to)
    case 'getline':
      return node.from === 'input'
    case 'builtin':
      return node.name !== 'system'
    case 'indirect':
      return false
    default:
      return true
  }
}

function isTerminal({ kind, to }: Redirection): boolean {
  return (
    (kind === '>' || kind === '>>') && to.type === 'string' && /^\/dev\/(stdout|stderr|null)$/.test(to.value)
  )
}

/** Why scripts of one command line, as its options give them, may do more than transform what they read, or undefined. */
export function problemOfSed(scripts: readonly string[]): string | undefined {
  const text = scripts.join('\n')
  const where = (at: number) => `char ${at}`
  // With `isSandboxed` the parser refuses whatever reads or writes another file, or runs a command.
  const refused = (isSandboxed: boolean) =>
    refusal(() => parseScript(text, { isSandboxed, compile: () => ANY_REGEX, where }))
  if (refused(true) === undefined) return undefined
  const unread = refused(false)
  return unread === undefined ? SED_REACHES : `runs a script that cannot be read (${shortened(unread)})`
}

/** Files that scripts write; empty where they cannot be read. */
export function writtenBySed(scripts: readonly string[]): readonly string[] {
  let files: readonly string[] = []
  const read = () => {
    const where = (at: number) => `char ${at}`
    const syntax = { isSandboxed: false, compile: () => ANY_REGEX, where }
    files = parseScript(scripts.join('\n'), syntax).commands.flatMap(({ action }) => {
      if (action.type === 's') return action.file === undefined ? [] : [action.file]
      return action.type === 'w' || action.type === 'W' ? [action.file] : []
    })
  }
  return refusal(read) === undefined ? files : []
}

/** Stands for any expression: neither its matches nor its groups matter here. */
const ANY_REGEX = { groups: 9 }
