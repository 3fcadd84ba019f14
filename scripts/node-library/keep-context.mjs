import { Parser } from 'acorn'

/**
 * Puts a call around what is awaited, on the same line, so that the asynchronous context is the same behind it
 * (`async-context.ts` in the sandbox's `node`).
 */
export function keepContext(source, parameters) {
  if (!/\bawait\b/.test(source)) return source
  const head = `(function(${parameters}){`
  const program = Parser.parse(`${head}${source}\n})`, { ecmaVersion: 'latest' })
  const insertions = []
  visit(program, (node) => {
    const isLoop = node.type === 'ForOfStatement' && node.await
    if (!isLoop && node.type !== 'AwaitExpression') return
    const operand = isLoop ? node.right : node.argument
    const call = isLoop ? 'primordials.iterateInContext' : 'primordials.awaitInContext'
    insertions.push([operand.start - head.length, `${call}(`], [operand.end - head.length, ')'])
  })
  let text = ''
  let position = 0
  for (const [at, insertion] of insertions.sort(([left], [right]) => left - right)) {
    text += source.slice(position, at) + insertion
    position = at
  }
  return text + source.slice(position)
}

function visit(node, see) {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, see)
    }
  }
}
