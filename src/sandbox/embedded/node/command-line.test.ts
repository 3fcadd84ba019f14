import { expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

const parse = (args: readonly string[], nodeOptions?: string, ...names: string[]) => {
  const line = parseCommandLine(args, { NODE_OPTIONS: nodeOptions })
  if (line.kind === 'invalid') return line.message
  return {
    rest: line.rest,
    execArgv: line.execArgv,
    ...Object.fromEntries(names.map((name) => [name, line.options[name]])),
  }
}

it('ends with the program, which gets the rest', () => {
  expect(
    parse(['--test', '--test-name-pattern=a b', 'x.js', '--test'], '', '--test', '--test-name-pattern'),
  ).toEqual({
    rest: ['x.js', '--test'],
    execArgv: ['--test', '--test-name-pattern=a b'],
    '--test': true,
    '--test-name-pattern': ['a b'],
  })
})

it('understands short names, joined ones and negation', () => {
  expect(parse(['-pe', '1', 'a'], '', '--print', '--eval')).toEqual({
    rest: ['a'],
    execArgv: ['-pe', '1'],
    '--print': true,
    '--eval': '1',
  })
  expect(parse(['-p', '1'], '', '--print', '--eval')).toMatchObject({ '--print': true, '--eval': '1' })
  expect(
    parse(['-r', './a', '--require=./b', '--no-warnings', '--', '-x'], '', '--require', '--warnings'),
  ).toMatchObject({
    rest: ['-x'],
    '--require': ['./a', './b'],
    '--warnings': false,
  })
})

it('takes NODE_OPTIONS first, with quotes', () => {
  expect(
    parse(['a.js'], '--conditions "my cond" --stack-trace-limit=5', '--conditions', '--stack-trace-limit'),
  ).toMatchObject({
    '--conditions': ['my cond'],
    '--stack-trace-limit': 5,
  })
})

it('takes the options that variables of their own set', () => {
  const line = parseCommandLine([], { NODE_PRESERVE_SYMLINKS: '1', NODE_PENDING_DEPRECATION: '0' })
  expect(
    line.kind === 'run' && [line.options['--preserve-symlinks'], line.options['--pending-deprecation']],
  ).toEqual([true, false])
})

it('refuses what Node refuses', () => {
  expect(parse(['--nope'])).toBe('bad option: --nope')
  expect(parse(['--eval'])).toBe('--eval requires an argument')
  expect(parse(['--test=yes'])).toBe('--test does not take an argument')
})

it('leaves the switches of the engine to the browser', () => {
  expect(parse(['--no-concurrent-recompilation', '--harmony-x', 'a.js'])).toMatchObject({ rest: ['a.js'] })
})
