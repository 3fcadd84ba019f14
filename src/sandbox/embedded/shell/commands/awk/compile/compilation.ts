/** The program that is compiled, and where in it the compiler is. */
import type { Program, Expr } from '../../../../../languages/awk/syntax-tree.ts'
import type { Analysis } from '../analysis.ts'
import { analyse } from '../analysis.ts'
import { SPECIAL, SPECIAL_ARRAYS } from './special.ts'

export class Compilation {
  readonly program: Program
  readonly analysis: Analysis
  /** An expression as code. */
  readonly value: (expr: Expr) => string
  readonly regexes: string[] = []
  /** Name of the function that is compiled; '' outside of all. */
  function = ''
  temporaries = 0

  constructor(program: Program, value: (expr: Expr) => string) {
    this.program = program
    this.analysis = analyse(program, SPECIAL)
    this.value = value
  }

  isArray(name: string): boolean {
    const own = this.program.functions.find((each) => each.name === this.function)
    const scope = own?.params.includes(name) ? own.name : ''
    return this.analysis.arrays.get(scope)?.has(name) === true
  }

  array(name: string): string {
    if (SPECIAL_ARRAYS.has(name)) return `rt.${name}`
    return this.variable(name)
  }

  variable(name: string): string {
    const own = this.program.functions.find((each) => each.name === this.function)
    return own?.params.includes(name) ? `p_${name}` : `g_${name}`
  }

  regex(source: string): string {
    const known = this.regexes.indexOf(source)
    if (known >= 0) return `re${known}`
    this.regexes.push(source)
    return `re${this.regexes.length - 1}`
  }

  temporary(): string {
    this.temporaries += 1
    return `t${this.temporaries - 1}`
  }
}
