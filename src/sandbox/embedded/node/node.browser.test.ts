import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const run = (command: string, files: Readonly<Record<string, string>> = {}, stdin = '') =>
  runProgram({ command, files, stdin })

describe('a program', () => {
  it('gets arguments, directory and environment, and sets the exit code', async () => {
    const files = {
      'a.js': `console.log(process.argv.slice(2), process.cwd(), process.env.WHO); process.exitCode = 3`,
    }
    expect(await run('WHO=me node a.js x y', files)).toEqual({
      out: `[ 'x', 'y' ] /workspace me\n`,
      err: '',
      exitCode: 3,
    })
  })

  it('is text on the command line, run or printed', async () => {
    expect(await run(`node -e 'console.log(process.argv.slice(1))' a`)).toEqual({
      out: `[ 'a' ]\n`,
      err: '',
      exitCode: 0,
    })
    expect(await run(`node -p '[1, 2].map((x) => x * 2)'`)).toEqual({
      out: '[ 2, 4 ]\n',
      err: '',
      exitCode: 0,
    })
    expect(await run(`echo 'console.log(6 * 7)' | node`)).toEqual({ out: '42\n', err: '', exitCode: 0 })
  })

  it('reads standard input as it comes and ends with it', async () => {
    const files = {
      'a.js': `require('readline').createInterface({ input: process.stdin }).on('line', (l) => console.log('<' + l + '>')).on('close', () => console.log('end'))`,
    }
    expect(await run('node a.js', files, 'one\ntwo')).toEqual({
      out: '<one>\n<two>\nend\n',
      err: '',
      exitCode: 0,
    })
  })

  it('writes more than a pipe holds', async () => {
    expect(await run(`node -e "process.stdout.write('x'.repeat(1000000))" | wc -c`)).toMatchObject({
      out: '1000000\n',
    })
  })

  it('runs exit handlers with the code that it ends with', async () => {
    const files = {
      'a.js': `process.on('exit', (code) => console.log('exit', code)); process.exit(7); console.log('never')`,
    }
    expect(await run('node a.js', files)).toEqual({ out: 'exit 7\n', err: '', exitCode: 7 })
  })

  it('refuses an option that Node does not have', async () => {
    expect(await run('node --no-such-thing')).toEqual({
      out: '',
      err: 'node: bad option: --no-such-thing\n',
      exitCode: 9,
    })
  })
})

describe('an error that nobody catches', () => {
  it('is printed with its place, source line and stack, and ends with 1', async () => {
    const { err, out, exitCode } = await run('node a.js', {
      'a.js': `function f() {\n  throw new TypeError('bad')\n}\nf()\n`,
    })
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 })
    expect(err.split('\n').slice(0, 7)).toEqual([
      '/workspace/a.js:2',
      `  throw new TypeError('bad')`,
      '  ^',
      '',
      'TypeError: bad',
      '    at f (/workspace/a.js:2:9)',
      '    at Object.<anonymous> (/workspace/a.js:4:1)',
    ])
    expect(err.trimEnd().split('\n').at(-1)).toBe('Node.js v22.23.3')
  })

  it('is an unhandled rejection too', async () => {
    const { err, exitCode } = await run('node a.js', { 'a.js': `Promise.reject(new Error('nope'))` })
    expect(exitCode).toBe(1)
    expect(err).toContain('Error: nope')
  })

  it('can be handled by the program, which then goes on', async () => {
    const files = {
      'a.js': `process.on('uncaughtException', (e) => console.log('caught', e.message)); setTimeout(() => console.log('on'), 5); throw new Error('x')`,
    }
    expect(await run('node a.js', files)).toEqual({ out: 'caught x\non\n', err: '', exitCode: 0 })
  })

  it('names the line of a syntax error', async () => {
    const { err, exitCode } = await run('node a.js', { 'a.js': 'let x = 1\nlet y = = 2\n' })
    expect(exitCode).toBe(1)
    expect(err.split('\n').slice(0, 5)).toEqual([
      '/workspace/a.js:2',
      'let y = = 2',
      '        ^',
      '',
      `SyntaxError: Unexpected token '='`,
    ])
  })
})

describe('an assertion without a message', () => {
  it('quotes what failed', async () => {
    const files = {
      'a.js': `const assert = require('assert')\ntry { assert(1 === 2) } catch (e) { console.log(e.code, e.message) }`,
    }
    expect(await run('node a.js', files)).toMatchObject({
      out: 'ERR_ASSERTION The expression evaluated to a falsy value:\n\n  assert(1 === 2)\n\n',
      err: '',
    })
  })
})

describe('the prompt of Node', () => {
  it('is what `node -i` has, and keeps what its lines declare', async () => {
    const lines = [
      '1 + 1',
      'const a = 5, { b } = { b: 2 }',
      'class K { x = a * b }',
      'new K()',
      'no',
      '.exit',
    ]
    const { out, exitCode } = await runProgram({ command: 'node -i', stdin: `${lines.join('\n')}\n` })
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'Welcome to Node.js v22.23.3.',
      'Type ".help" for more information.',
      '> 2',
      '> undefined',
      '> undefined',
      '> K { x: 10 }',
      '> Uncaught ReferenceError: no is not defined',
      '>',
    ])
    expect(exitCode).toBe(0)
  })

  it('is there for programs that open one of their own', async () => {
    const files = {
      'a.js': `
        const { PassThrough } = require('stream')
        const input = new PassThrough()
        const server = require('repl').start({ prompt: '', input, output: process.stdout })
        server.context.six = 6
        input.end('six * 7\\n')`,
    }
    expect(await run('node a.js', files)).toEqual({ out: '42\n', err: '', exitCode: 0 })
  })
})

describe('what is not there', () => {
  it('throws and says so', async () => {
    const files = {
      'a.js': `
        const tell = (f) => { try { f(); console.log('silence') } catch (e) { console.log(e.code, e.message) } }
        tell(() => require('node:sqlite'))
        tell(() => require('dgram').createSocket('udp4').bind(0))`,
    }
    const code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'
    expect(await run('node a.js', files)).toEqual({
      out: [
        `${code} The module "sqlite" is not available in the browser sandbox. Use the package sql.js, which is SQLite as WebAssembly.`,
        `${code} UDP (node:dgram) is not available in the browser sandbox. Only HTTP leaves the sandbox, by http, https or fetch; programs in it talk to each other by node:net.`,
        '',
      ].join('\n'),
      err: '',
      exitCode: 0,
    })
  })

  it('is hidden where only a browser has it', async () => {
    const names =
      'self window importScripts postMessage onmessage indexedDB caches XMLHttpRequest Worker location name close'
    const files = {
      'a.js': `console.log(${JSON.stringify(names.split(' '))}.filter((name) => globalThis[name] !== undefined))`,
    }
    expect(await run('node a.js', files)).toEqual({ out: '[]\n', err: '', exitCode: 0 })
  })
})
