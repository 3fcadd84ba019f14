/** The command line of `node`, as native Node 22 handles it. */
import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const run = (command: string, files: Readonly<Record<string, string>> = {}) => runProgram({ command, files })

describe('files with an environment', () => {
  const files = {
    '.env': 'FOO=bar # no more\nBOTH="first one"\nPATH=/nowhere\n',
    'two.env': 'BOTH=second\nNODE_OPTIONS=--stack-trace-limit=3\n',
    'a.js':
      'console.log(process.env.FOO, process.env.BOTH, process.env.PATH !== "/nowhere", Error.stackTraceLimit)',
  }

  it('are read in turn, never over what is there, with the options in them', async () => {
    expect(await run('node --env-file=.env --env-file two.env a.js', files)).toEqual({
      out: 'bar second true 3\n',
      err: '',
      exitCode: 0,
    })
  })

  it('must be there, but for those that need not', async () => {
    expect(await run('node --env-file=none a.js', files)).toEqual({
      out: '',
      err: 'node: none: not found\n',
      exitCode: 9,
    })
    expect(await run('node --env-file-if-exists=none a.js', files)).toEqual({
      out: 'undefined undefined true 10\n',
      err: 'none not found. Continuing without it.\n',
      exitCode: 0,
    })
  })
})

it('a title is given, and a child that takes too long is ended', async () => {
  const files = {
    'a.js': `
      const { spawnSync } = require('child_process')
      const late = spawnSync('sleep', ['60'], { timeout: 300 })
      console.log(process.title, late.error.code, late.signal, late.status)
      const deaf = spawnSync('node', ['-e', 'process.on("SIGTERM", () => process.exit(7)); setInterval(() => 0, 1000)'], { timeout: 2000 })
      console.log(deaf.error.code, deaf.signal, deaf.status)
      console.log(spawnSync('node', ['-e', '0'], { timeout: 60000 }).status)`,
  }
  expect(await run('node --title=mine a.js', files)).toEqual({
    out: 'mine ETIMEDOUT SIGTERM null\nETIMEDOUT null 7\n0\n',
    err: '',
    exitCode: 0,
  })
})

it('signals of a program’s own are heard, and end it where nobody listens', async () => {
  const files = {
    'a.js': `
      process.on('SIGUSR2', (name, number) => { console.log(name, number); clearInterval(timer) })
      const timer = setInterval(() => 0, 1000)
      setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 10)`,
    'b.js': `
      const child = require('child_process').spawn('node', ['-e', 'console.log(1); setInterval(() => 0, 1000)'])
      child.stdout.on('data', () => child.kill('SIGUSR1'))
      child.on('exit', (code, signal) => console.log(code, signal))`,
  }
  expect(await run('node a.js && node b.js', files)).toEqual({
    out: 'SIGUSR2 12\nnull SIGUSR1\n',
    err: '',
    exitCode: 0,
  })
})

it('--watch runs the program again when one of its files changes', async () => {
  const files = {
    'a.mjs': `import { value } from './b.mjs'\nconsole.log('value', value)\n`,
    'b.mjs': `export const value = 1\n`,
    'wait.sh': 'while ! grep -q "$1" out.txt; do sleep 0.1; done\n',
  }
  const { out, exitCode } = await run(
    `node --watch a.mjs > out.txt 2>&1 & sh wait.sh "Completed" && echo 'export const value = 2' > b.mjs && sh wait.sh "value 2" && kill $! && cat out.txt`,
    files,
  )
  expect({ lines: out.split('\n').slice(0, 4), exitCode }).toEqual({
    lines: [
      'value 1',
      "Completed running 'a.mjs'. Waiting for file changes before restarting...",
      "Restarting 'a.mjs'",
      'value 2',
    ],
    exitCode: 0,
  })
})

describe('--run', () => {
  const files = {
    'package.json': JSON.stringify({
      scripts: {
        show: 'echo "$NODE_RUN_SCRIPT_NAME $NODE_RUN_PACKAGE_JSON_PATH"; tool',
        fails: 'exit 3',
        five: 5,
      },
    }),
    'sub/deeper/.keep': '',
    'node_modules/.bin/tool': '#!/bin/sh\necho "tool: $1|$2|$3"\n',
  }

  it('runs a script of the nearest package.json with its arguments and the programs of its packages', async () => {
    const command = `chmod +x node_modules/.bin/tool; cd sub/deeper; node --run show -- 'x y' "it's" --z`
    expect(await run(command, files)).toEqual({
      out: "show /workspace/package.json\ntool: x y|it's|--z\n",
      err: '',
      exitCode: 0,
    })
    expect((await run('node --run=fails', files)).exitCode).toBe(3)
  })

  it('says what is missing', async () => {
    const said = async (command: string, own: Readonly<Record<string, string>>) => {
      const { err, exitCode } = await run(command, own)
      return `${exitCode} ${err}`
    }
    expect(await said('node --run none', { 'package.json': '{"scripts":{"a":"echo 1"}}' })).toBe(
      '1 Missing script: "none" for /workspace/package.json\n\nAvailable scripts are:\n  a: echo 1\n',
    )
    expect(await said('node --run five', files)).toBe(
      '1 Script "five" is unexpectedly not a string for /workspace/package.json\n',
    )
    expect(await said('node --run a', { 'package.json': '{' })).toBe(
      `1 Can't parse /workspace/package.json\n`,
    )
    expect(await said('node --run a', { 'package.json': '{}' })).toBe(
      `1 Can't find "scripts" field in /workspace/package.json\n`,
    )
    expect(await said('node --run a', {})).toBe(`1 Can't find package.json for directory /workspace\n`)
  })
})
