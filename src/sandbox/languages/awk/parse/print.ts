/** `print` and `printf`, and where they write. */
import type { Grammar } from './grammar.ts'
import type { Statement, Expr, Redirection } from '../syntax-tree.ts'
import { parseList } from './operands.ts'
import { parseConcatenation } from './expressions.ts'

export function parsePrint(grammar: Grammar, type: 'print' | 'printf'): Statement {
  const before = grammar.tokens.at
  if (grammar.tokens.take('(')) {
    const args = parseList(grammar, ')')
    if (grammar.tokens.isOver() || isRedirected(grammar)) return { type, args, to: parseRedirection(grammar) }
    grammar.tokens.at = before
  }
  const outer = grammar.tokens.noGreater
  grammar.tokens.noGreater = true
  const args: Expr[] = []
  if (!grammar.tokens.isOver() && !isRedirected(grammar)) {
    args.push(grammar.expr())
    while (grammar.tokens.take(',')) {
      grammar.tokens.newlines()
      args.push(grammar.expr())
    }
  }
  grammar.tokens.noGreater = outer
  return { type, args, to: parseRedirection(grammar) }
}

const REDIRECTIONS = ['>', '>>', '|', '|&'] as const

function isRedirected(grammar: Grammar): boolean {
  return REDIRECTIONS.some((kind) => grammar.tokens.is(kind))
}

function parseRedirection(grammar: Grammar): Redirection | undefined {
  for (const kind of REDIRECTIONS) {
    if (!grammar.tokens.take(kind)) continue
    const outer = grammar.tokens.noGreater
    grammar.tokens.noGreater = true
    const to = parseConcatenation(grammar, true)
    grammar.tokens.noGreater = outer
    return { kind, to }
  }
  return undefined
}
