/** Programs of awk and sed that stand in a command line, judged by the parsers that run them: whether they only transform what they read. */
import { DIRECTIVE } from '../../../sandbox/languages/awk/directive.ts'
import { namesOf, nodesOfProgram } from '../../../sandbox/languages/awk/nodes.ts'
import { parseAwk } from '../../../sandbox/languages/awk/parser.ts'
import type { Expr, Redirection, Statement } from '../../../sandbox/languages/awk/syntax-tree.ts'
import { parseScript } from '../../../sandbox/languages/sed/parse-script.ts'

/** Throws nothing: what the parser cannot read is not judged to be harmless. */
export function awkOnlyReads(program: string): boolean {
  if (program.search(DIRECTIVE) >= 0) return false
  try {
    return nodesOfProgram(parseAwk(program)).every(staysInside)
  } catch {
    return false
  }
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

/** Scripts of one command line, as its options give them. */
export function sedOnlyTransforms(scripts: readonly string[]): boolean {
  try {
    // With `isSandboxed` the parser refuses whatever reads or writes another file, or runs a command.
    parseScript(scripts.join('\n'), { isSandboxed: true, compile: () => ANY_REGEX, where: () => '' })
    return true
  } catch {
    return false
  }
}

/** Stands for any expression: neither its matches nor its groups matter here. */
const ANY_REGEX = { groups: 9 }
