/**
 * From the tree of an awk program to JavaScript, which runs it a hundred times faster than walking the tree would.
 * Nothing of the program's text gets into the code but as quoted strings, numbers, and names of letters and digits.
 */
import type { Program, Rule } from '../../../../languages/awk/syntax-tree.ts'
import { Compilation } from './compile/compilation.ts'
import { valueCode } from './compile/expressions.ts'
import { bodyCode, waits } from './compile/statements.ts'
import { conditionCode } from './compile/conversions.ts'

/**
 * The body of a function of `rt`, the runtime, which gives `{ begin, beginFile, record, endFile, end, set }`: what runs
 * before the input, before each file, for each record, after a file, after all, and what sets a variable by name. Throws `CommandError`.
 */
export function compileAwk(program: Program): string {
  const unit = new Compilation(program, (expr) => valueCode(unit, expr))
  const functions = unit.program.functions.map((own) => {
    unit.function = own.name
    const params = own.params.map((name) => `p_${name}`)
    const arrays = own.params.filter((name) => unit.isArray(name)).map((name) => `p_${name} ??= new Map();`)
    const keyword = unit.analysis.waiting.has(own.name) ? 'async function' : 'function'
    return `${keyword} f_${own.name}(${params.join(',')}){rt.enter();try{${arrays.join('')}${bodyCode(unit, own.body)}}finally{rt.leave()}}`
  })
  unit.function = ''
  const { rules } = unit.program
  const actions = (type: Rule['pattern']['type']): readonly string[] =>
    rules.filter(({ pattern }) => pattern.type === type).map((rule) => actionCode(unit, rule))
  const begin = actions('begin')
  const end = actions('end')
  const beginFile = actions('begin file')
  const endFile = actions('end file')
  const each = rules.filter(({ pattern }) => ['always', 'test', 'range'].includes(pattern.type))
  const records = each.map((rule, at) => recordRule(unit, rule, at))
  const isWaiting = waits(
    unit,
    each.flatMap(({ pattern, body }) => [
      ...(pattern.type === 'test'
        ? [pattern.test]
        : pattern.type === 'range'
          ? [pattern.from, pattern.to]
          : []),
      ...(body ?? []),
    ]),
  )
  const globals = [...unit.analysis.globals]
  const variables = globals.map((name) =>
    unit.isArray(name) ? `let g_${name}=new Map();` : `let g_${name};`,
  )
  const setters = globals
    .filter((name) => !unit.isArray(name))
    .map((name) => `case ${JSON.stringify(name)}:g_${name}=value;return true;`)
  const arraysByName = globals
    .filter((name) => unit.isArray(name))
    .map((name) => `case ${JSON.stringify(name)}:`)
  return [
    '"use strict";',
    ...(unit.temporaries > 0
      ? [`let ${Array.from({ length: unit.temporaries }, (_, at) => `t${at}`).join(',')};`]
      : []),
    ...variables,
    ...each.map((_, at) => `let range${at}=false;`),
    ...unit.regexes.map((source, at) => `const re${at}=rt.regex(${JSON.stringify(source)});`),
    ...functions,
    `rt.functions=new Map([${unit.program.functions.map(({ name }) => `[${JSON.stringify(name)},f_${name}]`).join(',')}]);`,
    `return{hasRecords:${String(begin.length < rules.length)},hasBegin:${String(begin.length > 0)},`,
    ...(beginFile.length > 0 ? [`beginFile:async()=>{${beginFile.join('')}},`] : []),
    ...(endFile.length > 0 ? [`endFile:async()=>{${endFile.join('')}},`] : []),
    `begin:async()=>{${begin.join('')}},`,
    `record:${isWaiting ? 'async ' : ''}()=>{${records.join('')}},`,
    `end:async()=>{${end.join('')}},`,
    `set:(name,value)=>{switch(name){${setters.join('')}${arraysByName.join('')}${arraysByName.length > 0 ? 'return false;' : ''}}return undefined}}`,
  ].join('\n')
}

function recordRule(unit: Compilation, { pattern, body }: Rule, at: number): string {
  const action = body === undefined ? 'rt.printRecord();' : bodyCode(unit, body)
  if (pattern.type === 'test') return `if(${conditionCode(unit, pattern.test)}){${action}}`
  if (pattern.type !== 'range') return `{${action}}`
  const [from, to] = [conditionCode(unit, pattern.from), conditionCode(unit, pattern.to)]
  return `if(range${at}||${from}){range${at}=!(${to});${action}}`
}

function actionCode(unit: Compilation, { body = [] }: Rule): string {
  return bodyCode(unit, body)
}
