/**
 * Keeps declarations of one line of the prompt for the next. An engine does that for its own scripts;
 * evaluated text keeps `const`, `let` and `class` to itself, so that they become `var` here.
 */
import { Parser } from 'acorn'
import type { AnyNode } from 'acorn'

/** Text that does not parse comes back unchanged: the engine then reports what is wrong with it. */
export function keepDeclarations(source: string): string {
  if (!/\b(?:const|let|class)\b/.test(source)) return source
  let statements: readonly AnyNode[]
  try {
    statements = Parser.parse(source, { ecmaVersion: 'latest', sourceType: 'script' }).body
  } catch {
    // Not a script by this parser's grammar.
    return source
  }
  let text = ''
  let position = 0
  for (const statement of statements) {
    const { start } = statement
    if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
      text += `${source.slice(position, start)}var`
      position = start + statement.kind.length
    } else if (statement.type === 'ClassDeclaration' && statement.id) {
      text += `${source.slice(position, start)}var ${statement.id.name} = ${source.slice(start, statement.end)};`
      position = statement.end
    }
  }
  return text + source.slice(position)
}
