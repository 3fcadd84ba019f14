import { expect, test } from 'vitest'
import RECORDED from '../../testing/jq-programs.json' with { type: 'json' }
import { Halt, JqCompileError, JqError } from './jq-error.ts'
import { toText } from './json-text.ts'
import { libraryFor } from './library.ts'
import { compileProgram } from './program.ts'

/** Runs a program on null; returns its output and how it ends. */
function run(program: string): readonly [output: string, end: string] {
  const variables = new Map<string, string>()
  const resolver = libraryFor({
    env: {},
    variables,
    searchPath: ['~/.jq', '$ORIGIN/../lib/jq', '$ORIGIN/../lib'],
    now: () => 0,
    nextInput: () => undefined,
    inputName: () => '/dev/stdin',
    inputLine: () => 0,
    writeError: () => undefined,
  })
  const lines: string[] = []
  try {
    const files = { find: () => undefined, folder: '/', values: () => null }
    const filter = compileProgram(program, { resolver, variables: new Map(), files, own: undefined })
    filter.each(null, undefined, (value) => lines.push(toText(value)))
  } catch (error) {
    if (error instanceof JqCompileError) return ['', 'wrong']
    if (error instanceof Halt) return [lines.join('\n'), `halt ${error.code}`]
    if (!(error instanceof JqError)) throw error
    const text = error.isText ? String(error.value) : `(not a string) ${toText(error.value)}`
    return [lines.join('\n'), `error: ${text}`]
  }
  return [lines.join('\n'), '']
}

test('programs give what jq 1.8.2 gives', () => {
  const differing = RECORDED.flatMap(([program = '', output, end]) => {
    const [own, ownEnd] = run(program)
    return own === output && ownEnd === end ? [] : [{ program, output, end, own, ownEnd }]
  })
  expect(differing).toEqual([])
})

test('what goes on for long, or deep, needs no stack', () => {
  expect([
    run('[limit(3; repeat(1))]'),
    run('last(range(100000))'),
    run('[recurse(if . < 100000 then . + 1 else empty end; true)]? // "x" | type'),
    run('0 | until(. >= 100000; . + 1)'),
    run('reduce range(100000) as $i (0; . + $i)'),
    run('[0 | while(. < 100000; . + 1)] | length'),
    run('0 | [recurse(if . < 100000 then . + 1 else empty end)] | length'),
  ]).toEqual([
    ['[1,1,1]', ''],
    ['99999', ''],
    ['"array"', ''],
    ['100000', ''],
    ['4999950000', ''],
    ['100000', ''],
    ['100001', ''],
  ])
})

test('a reduce that changes its state in place changes nothing else', () => {
  expect([
    run('reduce (1, 2) as $x ({a: {}}; .a.v = $x | .b = .a) | tojson'),
    run('{a: {v: 0}} as $s | (reduce (1, 2) as $x ($s; .a.v += $x)), $s | tojson'),
    run('[1] as $l | (reduce (2, 3) as $x (null; . + $l | . + [$x])), $l | tojson'),
    run('reduce (1, 2) as $x ([]; . + [$x] | .[0] |= [., .]) | tojson'),
    run('reduce (1, 2, 3) as $x ({}; if $x == 2 then .l += [$x] else .n = (.n // 0) + $x end) | tojson'),
    run('reduce range(30000) as $i ([]; . + [$i]) | length'),
  ]).toEqual([
    [String.raw`"{\"a\":{\"v\":2},\"b\":{\"v\":2}}"`, ''],
    [String.raw`"{\"a\":{\"v\":3}}"` + '\n' + String.raw`"{\"a\":{\"v\":0}}"`, ''],
    [String.raw`"[1,2,1,3]"` + '\n' + String.raw`"[1]"`, ''],
    [String.raw`"[[[1,1],[1,1]],2]"`, ''],
    [String.raw`"{\"n\":4,\"l\":[2]}"`, ''],
    ['30000', ''],
  ])
})
