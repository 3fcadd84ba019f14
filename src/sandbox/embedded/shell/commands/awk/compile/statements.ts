/** Statements as code. */
import type { Compilation } from './compilation.ts'
import type { Expr, Statement } from '../../../../../languages/awk/syntax-tree.ts'
import { nodesOf } from '../../../../../languages/awk/nodes.ts'
import { printCode, printfCode } from './output.ts'
import { arrayCode, conditionCode, keyCode, numberCode } from './conversions.ts'
import { storeCode } from './places.ts'

export function waits(unit: Compilation, nodes: readonly (Expr | Statement)[]): boolean {
  return nodesOf(nodes).some(
    (node) =>
      node.type === 'getline' ||
      node.type === 'indirect' ||
      node.type === 'while' ||
      node.type === 'do' ||
      node.type === 'for' ||
      (node.type === 'builtin' && ['system', 'close', 'fflush'].includes(node.name)) ||
      (node.type === 'call' && unit.analysis.waiting.has(node.name)),
  )
}

/** With the temporaries that its expressions need. */
export function bodyCode(unit: Compilation, statements: readonly Statement[]): string {
  const before = unit.temporaries
  const code = statements.map((statement) => statementCode(unit, statement)).join('')
  const names = Array.from({ length: unit.temporaries - before }, (_, at) => `t${before + at}`)
  return names.length === 0 ? code : `let ${names.join(',')};${code}`
}

function statementCode(unit: Compilation, statement: Statement): string {
  switch (statement.type) {
    case 'expression':
      return `${unit.value(statement.of)};`
    case 'print':
      return printCode(unit, statement.args, statement.to)
    case 'printf':
      return printfCode(unit, statement.args, statement.to)
    case 'block':
      return `{${statement.body.map((each) => statementCode(unit, each)).join('')}}`
    case 'if': {
      const no = statement.no === undefined ? '' : `else{${statementCode(unit, statement.no)}}`
      return `if(${conditionCode(unit, statement.test)}){${statementCode(unit, statement.yes)}}${no}`
    }
    case 'while':
      return `while(${conditionCode(unit, statement.test)}){${pauseCode(unit)}${statementCode(unit, statement.body)}}`
    case 'do':
      return `do{${pauseCode(unit)}${statementCode(unit, statement.body)}}while(${conditionCode(unit, statement.test)});`
    case 'for': {
      const first = statement.first === undefined ? '' : statementCode(unit, statement.first)
      const test = statement.test === undefined ? '' : conditionCode(unit, statement.test)
      const next = statement.next?.type === 'expression' ? unit.value(statement.next.of) : ''
      return `${first}for(;${test};${next}){${pauseCode(unit)}${statementCode(unit, statement.body)}}`
    }
    case 'for in':
      return `for(const key of rt.keys(${arrayCode(unit, statement.array)})){${storeCode(unit, { type: 'variable', name: statement.name }, 'key')};${statementCode(unit, statement.body)}}`
    case 'switch':
      return switchCode(unit, statement)
    case 'delete':
      if (statement.key === undefined) return `${arrayCode(unit, statement.array)}.clear();`
      return `${arrayCode(unit, statement.array)}.delete(${keyCode(unit, statement.key)});`
    case 'exit':
      return `rt.exit(${statement.value === undefined ? 'undefined' : numberCode(unit, statement.value)});`
    case 'return':
      return `return ${statement.value === undefined ? 'undefined' : unit.value(statement.value)};`
    case 'next':
      return 'rt.next();'
    case 'nextfile':
      return 'rt.nextFile();'
    case 'break':
    case 'continue':
      return `${statement.type};`
    default:
      return statement satisfies never
  }
}

/** JavaScript's own, on the index of the first case that fits: the next ones follow until `break`. */
function switchCode(unit: Compilation, { of, cases }: Extract<Statement, { type: 'switch' }>): string {
  const tests = cases.map(({ test }) =>
    test === undefined ? 'undefined' : test.type === 'regex' ? unit.regex(test.source) : unit.value(test),
  )
  const bodies = cases.map(({ test, body }, at) => {
    const label = test === undefined ? 'default' : `case ${at}`
    return `${label}:${body.map((each) => statementCode(unit, each)).join('')}`
  })
  return `switch(rt.choose(${unit.value(of)},[${tests.join(',')}])){${bodies.join('')}}`
}

/** Signals get in between the rounds of a loop, where it may wait. */
function pauseCode(unit: Compilation): string {
  if (unit.function !== '' && !unit.analysis.waiting.has(unit.function)) return ''
  return 'if(rt.isDue())await rt.pause();'
}
