/**
 * From the tree of an awk program to JavaScript, which runs it a hundred times faster than walking the tree would.
 * Nothing of the program's text gets into the code but as quoted strings, numbers, and names of letters and digits.
 */
import { analyse, nodesOf, type Analysis } from './analysis.ts'
import type { Expr, Lvalue, Program, Redirection, Rule, Statement } from './syntax-tree.ts'

/** Variables that the runtime keeps. */
export const SPECIAL: ReadonlySet<string> = new Set([
  'NF',
  'NR',
  'FNR',
  'FS',
  'OFS',
  'ORS',
  'RS',
  'SUBSEP',
  'CONVFMT',
  'OFMT',
  'RSTART',
  'RLENGTH',
  'FILENAME',
  'ENVIRON',
  'ARGC',
  'ARGV',
])

/**
 * The body of a function of `rt`, the runtime, which gives `{ begin, record, end, set }`: what runs before the input,
 * for each record, after it, and what sets a variable by name. Throws `CommandError`.
 */
export function compileAwk(program: Program): string {
  return new Compiler(program).run()
}

class Compiler {
  readonly #program: Program
  readonly #analysis: Analysis
  readonly #regexes: string[] = []
  #function = ''
  #temporaries = 0

  constructor(program: Program) {
    this.#program = program
    this.#analysis = analyse(program, SPECIAL)
  }

  run(): string {
    const functions = this.#program.functions.map((own) => {
      this.#function = own.name
      const params = own.params.map((name) => `p_${name}`)
      const arrays = own.params
        .filter((name) => this.#isArray(name))
        .map((name) => `p_${name} ??= new Map();`)
      const keyword = this.#analysis.waiting.has(own.name) ? 'async function' : 'function'
      return `${keyword} f_${own.name}(${params.join(',')}){rt.enter();try{${arrays.join('')}${this.#body(own.body)}}finally{rt.leave()}}`
    })
    this.#function = ''
    const { rules } = this.#program
    const begin = rules.filter(({ pattern }) => pattern.type === 'begin').map((rule) => this.#action(rule))
    const end = rules.filter(({ pattern }) => pattern.type === 'end').map((rule) => this.#action(rule))
    const each = rules.filter(({ pattern }) => pattern.type !== 'begin' && pattern.type !== 'end')
    const records = each.map((rule, at) => this.#recordRule(rule, at))
    const isWaiting = this.#waits(
      each.flatMap(({ pattern, body }) => [
        ...(pattern.type === 'test'
          ? [pattern.test]
          : pattern.type === 'range'
            ? [pattern.from, pattern.to]
            : []),
        ...(body ?? []),
      ]),
    )
    const globals = [...this.#analysis.globals]
    const variables = globals.map((name) =>
      this.#isArray(name) ? `let g_${name}=new Map();` : `let g_${name};`,
    )
    const setters = globals
      .filter((name) => !this.#isArray(name))
      .map((name) => `case ${JSON.stringify(name)}:g_${name}=value;return true;`)
    const arraysByName = globals
      .filter((name) => this.#isArray(name))
      .map((name) => `case ${JSON.stringify(name)}:`)
    return [
      '"use strict";',
      ...(this.#temporaries > 0
        ? [`let ${Array.from({ length: this.#temporaries }, (_, at) => `t${at}`).join(',')};`]
        : []),
      ...variables,
      ...each.map((_, at) => `let range${at}=false;`),
      ...this.#regexes.map((source, at) => `const re${at}=rt.regex(${JSON.stringify(source)});`),
      ...functions,
      `return{hasRecords:${String(each.length > 0 || end.length > 0)},hasBegin:${String(begin.length > 0)},`,
      `begin:async()=>{${begin.join('')}},`,
      `record:${isWaiting ? 'async ' : ''}()=>{${records.join('')}},`,
      `end:async()=>{${end.join('')}},`,
      `set:(name,value)=>{switch(name){${setters.join('')}${arraysByName.join('')}${arraysByName.length > 0 ? 'return false;' : ''}}return undefined}}`,
    ].join('\n')
  }

  #isArray(name: string): boolean {
    const own = this.#program.functions.find((each) => each.name === this.#function)
    const scope = own?.params.includes(name) ? own.name : ''
    return this.#analysis.arrays.get(scope)?.has(name) === true
  }

  #waits(nodes: readonly (Expr | Statement)[]): boolean {
    return nodesOf(nodes).some(
      (node) =>
        node.type === 'getline' ||
        node.type === 'while' ||
        node.type === 'do' ||
        node.type === 'for' ||
        (node.type === 'builtin' && ['system', 'close', 'fflush'].includes(node.name)) ||
        (node.type === 'call' && this.#analysis.waiting.has(node.name)),
    )
  }

  #action({ body = [] }: Rule): string {
    return this.#body(body)
  }

  #recordRule({ pattern, body }: Rule, at: number): string {
    const action = body === undefined ? 'rt.printRecord();' : this.#body(body)
    if (pattern.type === 'test') return `if(${this.#condition(pattern.test)}){${action}}`
    if (pattern.type !== 'range') return `{${action}}`
    const [from, to] = [this.#condition(pattern.from), this.#condition(pattern.to)]
    return `if(range${at}||${from}){range${at}=!(${to});${action}}`
  }

  /** With the temporaries that its expressions need. */
  #body(statements: readonly Statement[]): string {
    const before = this.#temporaries
    const code = statements.map((statement) => this.#statement(statement)).join('')
    const names = Array.from({ length: this.#temporaries - before }, (_, at) => `t${before + at}`)
    return names.length === 0 ? code : `let ${names.join(',')};${code}`
  }

  #temporary(): string {
    this.#temporaries += 1
    return `t${this.#temporaries - 1}`
  }

  #statement(statement: Statement): string {
    switch (statement.type) {
      case 'expression':
        return `${this.#value(statement.of)};`
      case 'print':
        return this.#print(statement.args, statement.to)
      case 'printf':
        return this.#printf(statement.args, statement.to)
      case 'block':
        return `{${statement.body.map((each) => this.#statement(each)).join('')}}`
      case 'if': {
        const no = statement.no === undefined ? '' : `else{${this.#statement(statement.no)}}`
        return `if(${this.#condition(statement.test)}){${this.#statement(statement.yes)}}${no}`
      }
      case 'while':
        return `while(${this.#condition(statement.test)}){${this.#pause()}${this.#statement(statement.body)}}`
      case 'do':
        return `do{${this.#pause()}${this.#statement(statement.body)}}while(${this.#condition(statement.test)});`
      case 'for': {
        const first = statement.first === undefined ? '' : this.#statement(statement.first)
        const test = statement.test === undefined ? '' : this.#condition(statement.test)
        const next = statement.next?.type === 'expression' ? this.#value(statement.next.of) : ''
        return `${first}for(;${test};${next}){${this.#pause()}${this.#statement(statement.body)}}`
      }
      case 'for in':
        return `for(const key of [...${this.#array(statement.array)}.keys()]){${this.#store({ type: 'variable', name: statement.name }, 'key')};${this.#statement(statement.body)}}`
      case 'delete':
        if (statement.key === undefined) return `${this.#array(statement.array)}.clear();`
        return `${this.#array(statement.array)}.delete(${this.#key(statement.key)});`
      case 'exit':
        return `rt.exit(${statement.value === undefined ? 'undefined' : this.#number(statement.value)});`
      case 'return':
        return `return ${statement.value === undefined ? 'undefined' : this.#value(statement.value)};`
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

  /** Signals get in between the rounds of a loop, where it may wait. */
  #pause(): string {
    if (this.#function !== '' && !this.#analysis.waiting.has(this.#function)) return ''
    return 'if(rt.isDue())await rt.pause();'
  }

  #print(args: readonly Expr[], to: Redirection | undefined): string {
    const parts = args.length === 0 ? 'rt.record' : args.map((arg) => this.#printed(arg)).join('+rt.OFS+')
    return this.#output(`${parts}+rt.ORS`, to)
  }

  #printed(arg: Expr): string {
    if (arg.type === 'string') return JSON.stringify(arg.value)
    if (arg.type === 'binary' && arg.operator === ' ') return this.#text(arg)
    return `rt.shown(${this.#value(arg)})`
  }

  #printf(args: readonly Expr[], to: Redirection | undefined): string {
    const [text, ...values] = args
    if (text === undefined) return 'rt.fail("printf: no format");'
    return this.#output(
      `rt.format(${this.#text(text)},[${values.map((arg) => this.#value(arg)).join(',')}])`,
      to,
    )
  }

  #output(text: string, to: Redirection | undefined): string {
    if (to === undefined) return `rt.print(${text});`
    return `rt.printTo(${JSON.stringify(to.kind)},${this.#text(to.to)},${text});`
  }

  #array(name: string): string {
    if (name === 'ENVIRON' || name === 'ARGV') return `rt.${name}`
    return this.#variable(name)
  }

  #variable(name: string): string {
    const own = this.#program.functions.find((each) => each.name === this.#function)
    return own?.params.includes(name) ? `p_${name}` : `g_${name}`
  }

  #key(key: readonly Expr[]): string {
    return key.map((part) => `rt.key(${this.#value(part)})`).join('+rt.SUBSEP+')
  }

  #condition(expr: Expr): string {
    if (expr.type === 'regex') return `rt.test(${this.#regex(expr.source)},rt.record)`
    if (expr.type === 'group') return this.#condition(expr.of)
    if (expr.type === 'binary' && (expr.operator === '&&' || expr.operator === '||'))
      return `(${this.#condition(expr.left)}${expr.operator}${this.#condition(expr.right)})`
    if (expr.type === 'unary' && expr.operator === '!') return `!${this.#condition(expr.of)}`
    if (isNumeric(expr)) return `((${this.#value(expr)})!==0)`
    return `rt.bool(${this.#value(expr)})`
  }

  #number(expr: Expr): string {
    return isNumeric(expr) ? this.#value(expr) : `rt.num(${this.#value(expr)})`
  }

  #text(expr: Expr): string {
    return isText(expr) ? this.#value(expr) : `rt.str(${this.#value(expr)})`
  }

  #regex(source: string): string {
    const known = this.#regexes.indexOf(source)
    if (known >= 0) return `re${known}`
    this.#regexes.push(source)
    return `re${this.#regexes.length - 1}`
  }

  /** An expression where a regular one is expected. */
  #pattern(expr: Expr): string {
    return expr.type === 'regex' ? this.#regex(expr.source) : `rt.regex(${this.#text(expr)})`
  }

  #value(expr: Expr): string {
    switch (expr.type) {
      case 'number':
        return expr.value < 0 || Object.is(expr.value, -0) ? `(${expr.value})` : String(expr.value)
      case 'string':
        return JSON.stringify(expr.value)
      case 'regex':
        return `(rt.test(${this.#regex(expr.source)},rt.record)?1:0)`
      case 'group':
        return `(${this.#value(expr.of)})`
      case 'variable':
        if (SPECIAL.has(expr.name))
          return expr.name === 'ENVIRON' || expr.name === 'ARGV'
            ? `rt.${expr.name}`
            : `rt.getSpecial(${JSON.stringify(expr.name)})`
        return this.#variable(expr.name)
      case 'field':
        return `rt.field(${this.#number(expr.index)})`
      case 'element':
        return `rt.get(${this.#array(expr.array)},${this.#key(expr.key)})`
      case 'assign':
        return this.#assign(expr)
      case 'step':
        return this.#step(expr)
      case 'unary':
        if (expr.operator === '!') return `(${this.#condition(expr.of)}?0:1)`
        return `(${expr.operator}${this.#number(expr.of)})`
      case 'binary':
        return this.#binary(expr)
      case 'condition':
        return `(${this.#condition(expr.test)}?${this.#value(expr.yes)}:${this.#value(expr.no)})`
      case 'in':
        return `(${this.#array(expr.array)}.has(${this.#key(expr.key)})?1:0)`
      case 'call':
        return this.#call(expr)
      case 'builtin':
        return this.#builtin(expr.name, expr.args, expr.hasParens)
      case 'getline':
        return this.#getline(expr)
      default:
        return expr satisfies never
    }
  }

  #binary({ operator, left, right }: Extract<Expr, { type: 'binary' }>): string {
    switch (operator) {
      case ' ':
        return `(${this.#text(left)}+${this.#text(right)})`
      case '&&':
      case '||':
        return `(${this.#condition(left)}${operator}${this.#condition(right)}?1:0)`
      case '~':
        return `(rt.test(${this.#pattern(right)},${this.#text(left)})?1:0)`
      case '!~':
        return `(rt.test(${this.#pattern(right)},${this.#text(left)})?0:1)`
      case '^':
        return `Math.pow(${this.#number(left)},${this.#number(right)})`
      case '+':
      case '-':
      case '*':
      case '%':
        return `(${this.#number(left)}${operator}${this.#number(right)})`
      case '/':
        return `rt.divide(${this.#number(left)},${this.#number(right)})`
      default: {
        const js = operator === '==' ? '===' : operator === '!=' ? '!==' : operator
        if (isNumeric(left) && isNumeric(right)) return `(${this.#value(left)}${js}${this.#value(right)}?1:0)`
        return `(rt.compare(${this.#value(left)},${this.#value(right)})${js}0?1:0)`
      }
    }
  }

  /** Puts `value` there; the code has its value. */
  #store(to: Lvalue, value: string, key?: string): string {
    if (to.type === 'field') return `rt.setField(${key ?? this.#number(to.index)},${value})`
    if (to.type === 'element') return `rt.put(${this.#array(to.array)},${key ?? this.#key(to.key)},${value})`
    if (SPECIAL.has(to.name)) return `rt.setSpecial(${JSON.stringify(to.name)},${value})`
    return `(${this.#variable(to.name)}=${value})`
  }

  #assign({ to, operator, value }: Extract<Expr, { type: 'assign' }>): string {
    if (operator === '') return this.#store(to, this.#value(value))
    const [before, key, read] = this.#place(to)
    const right = this.#number(value)
    const result =
      operator === '^'
        ? `Math.pow(rt.num(${read}),${right})`
        : operator === '/'
          ? `rt.divide(rt.num(${read}),${right})`
          : `rt.num(${read})${operator}${right}`
    return `(${before}${this.#store(to, result, key)})`
  }

  #step({ on, by, isPrefix }: Extract<Expr, { type: 'step' }>): string {
    const [before, key, read] = this.#place(on)
    if (isPrefix) return `(${before}${this.#store(on, `rt.num(${read})+${by}`, key)})`
    const old = this.#temporary()
    return `(${before}${old}=rt.num(${read}),${this.#store(on, `${old}+${by}`, key)},${old})`
  }

  /** What is worked out once: code for it, its name, and code that reads the place. */
  #place(to: Lvalue): readonly [before: string, key: string | undefined, read: string] {
    if (to.type === 'variable') return ['', undefined, this.#value(to)]
    const key = this.#temporary()
    if (to.type === 'field') return [`${key}=${this.#number(to.index)},`, key, `rt.field(${key})`]
    return [`${key}=${this.#key(to.key)},`, key, `rt.get(${this.#array(to.array)},${key})`]
  }

  #call({ name, args }: Extract<Expr, { type: 'call' }>): string {
    const callee = this.#program.functions.find((each) => each.name === name)
    const given = args.map((arg, at) => {
      const isArray = this.#analysis.arrays.get(name)?.has(callee?.params[at] ?? '') === true
      return isArray && arg.type === 'variable' ? this.#array(arg.name) : this.#value(arg)
    })
    const code = `f_${name}(${given.join(',')})`
    return this.#analysis.waiting.has(name) ? `(await ${code})` : code
  }

  #builtin(name: string, args: readonly Expr[], hasParens: boolean): string {
    const [first, second, third] = args
    const texts = (): string => args.map((arg) => this.#text(arg)).join(',')
    const numbers = (): string => args.map((arg) => this.#number(arg)).join(',')
    switch (name) {
      case 'length':
        if (first === undefined || !hasParens) return 'rt.length(rt.record)'
        if (first.type === 'variable' && this.#isArray(first.name)) return `${this.#array(first.name)}.size`
        return `rt.length(${this.#text(first)})`
      case 'split': {
        const array =
          second?.type === 'variable' ? this.#array(second.name) : 'rt.fail("split: not an array")'
        const by =
          third === undefined
            ? 'undefined'
            : third.type === 'regex'
              ? this.#regex(third.source)
              : this.#text(third)
        return `rt.split(${this.#text(first ?? EMPTY)},${array},${by})`
      }
      case 'sub':
      case 'gsub': {
        const target: Lvalue = lvalueOf(third) ?? { type: 'field', index: { type: 'number', value: 0 } }
        const result = this.#temporary()
        const [before, key, read] = this.#place(target)
        const source =
          third !== undefined && lvalueOf(third) === undefined ? this.#text(third) : `rt.str(${read})`
        const call = `rt.substitute(${this.#pattern(first ?? EMPTY)},${this.#text(second ?? EMPTY)},${source},${String(name === 'gsub')})`
        if (third !== undefined && lvalueOf(third) === undefined) return `(${call}?.count??0)`
        return `(${before}${result}=${call},${result}===undefined?0:(${this.#store(target, `${result}.text`, key)},${result}.count))`
      }
      case 'gensub':
        return `rt.gensub(${this.#pattern(first ?? EMPTY)},${this.#text(second ?? EMPTY)},${this.#value(third ?? EMPTY)},${args[3] === undefined ? 'rt.record' : this.#text(args[3])})`
      case 'match': {
        const array = third?.type === 'variable' ? `,${this.#array(third.name)}` : ''
        return `rt.match(${this.#text(first ?? EMPTY)},${this.#pattern(second ?? EMPTY)}${array})`
      }
      case 'substr':
        return `rt.substr(${this.#text(first ?? EMPTY)},${args
          .slice(1)
          .map((arg) => this.#number(arg))
          .join(',')})`
      case 'sprintf':
        return `rt.format(${this.#text(first ?? EMPTY)},[${args
          .slice(1)
          .map((arg) => this.#value(arg))
          .join(',')}])`
      case 'index':
      case 'tolower':
      case 'toupper':
      case 'mktime':
      case 'strtonum':
        return `rt.${name}(${texts()})`
      case 'system':
      case 'fflush':
        return `(await rt.${name}(${texts()}))`
      case 'close':
        return `(await rt.close(${this.#text(first ?? EMPTY)}))`
      case 'strftime':
        return `rt.strftime(${first === undefined ? 'undefined' : this.#text(first)}${args
          .slice(1)
          .map((arg) => `,${this.#number(arg)}`)
          .join('')})`
      default:
        return `rt.${name}(${numbers()})`
    }
  }

  #getline({ from, source, to }: Extract<Expr, { type: 'getline' }>): string {
    const line = this.#temporary()
    const read =
      from === 'input'
        ? 'rt.readInput()'
        : `rt.readLine(${JSON.stringify(from)},${this.#text(source ?? EMPTY)})`
    const stored =
      to === undefined
        ? `rt.setRecord(${line}.text,${String(from !== 'file')},${String(from === 'input')})`
        : this.#store(to, `rt.input(${line}.text)`)
    const counted = to !== undefined && from !== 'file' ? `rt.count(${String(from === 'input')}),` : ''
    return `(${line}=await ${read},${line}.text===undefined?${line}.result:(${counted}${stored},1))`
  }
}

const EMPTY: Expr = { type: 'string', value: '' }

function lvalueOf(expr: Expr | undefined): Lvalue | undefined {
  return expr?.type === 'variable' || expr?.type === 'field' || expr?.type === 'element' ? expr : undefined
}

const TEXT_BUILTINS = new Set(['substr', 'sprintf', 'tolower', 'toupper', 'gensub', 'strftime'])

function isText(expr: Expr): boolean {
  if (expr.type === 'group') return isText(expr.of)
  if (expr.type === 'builtin') return TEXT_BUILTINS.has(expr.name)
  return expr.type === 'string' || (expr.type === 'binary' && expr.operator === ' ')
}

function isNumeric(expr: Expr): boolean {
  switch (expr.type) {
    case 'group':
      return isNumeric(expr.of)
    case 'binary':
      return expr.operator !== ' '
    case 'assign':
      return expr.operator !== '' && !(expr.to.type === 'variable' && SPECIAL.has(expr.to.name))
    case 'builtin':
      return !TEXT_BUILTINS.has(expr.name)
    case 'step':
      return !expr.isPrefix
    case 'number':
    case 'regex':
    case 'unary':
    case 'in':
    case 'getline':
      return true
    default:
      return false
  }
}
