/** `bc`: arithmetic with as many digits as one likes. */
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { ArithmeticError } from './decimal.ts'
import { Halt, Interpreter } from './interpreter.ts'
import { Parser } from './parser.ts'
import { SyntaxFault } from './syntax.ts'

const SYNTAX: Syntax = {
  name: 'bc',
  usage: 'bc [-lqsw] [FILE]...',
  options: ['l,mathlib', 'q,quiet', 's,standard', 'w,warn', 'i,interactive'],
}

export const bc: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: runBc })
}

function runBc(run: CommandRun): number {
  // Kept until the end, in order with what is said on stderr.
  const said: (() => void)[] = []
  const interpreter = new Interpreter((text) => said.push(() => run.out(text)), run.options.has('l'))
  try {
    for (const file of [...run.operands, '-']) {
      const name = file === '-' ? '(standard_in)' : file
      const complain = (text: string): void => void said.push(() => run.err(text))
      runText(run.readText(file), interpreter, { name, complain })
    }
  } catch (error) {
    if (!(error instanceof Halt)) throw error
  }
  for (const say of said) say()
  return 0
}

function runText(
  text: string,
  interpreter: Interpreter,
  { name, complain }: { name: string; complain: (text: string) => void },
): void {
  const parser = open(text, name, complain)
  while (parser !== undefined) {
    try {
      const statements = parser.nextLine()
      if (statements === undefined) return
      for (const statement of statements) interpreter.run(statement)
    } catch (error) {
      if (error instanceof SyntaxFault) {
        complain(`${name} ${error.line}: syntax error\n`)
        parser.skipLine()
      } else if (error instanceof ArithmeticError) complain(`Runtime error: ${error.message}\n`)
      else throw error
    }
  }
}

function open(text: string, name: string, complain: (text: string) => void): Parser | undefined {
  try {
    return new Parser(text)
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    complain(`${name} ${error.line}: illegal character\n`)
    return undefined
  }
}
