/** Descriptors above 2: what programs get of those that a script has opened. The words are bash's. */
import { afterEach, expect, test } from 'vitest'
import { createProcessOperations } from '../process/exec.ts'
import { ProcessTable } from '../process/process-table.ts'
import { LOADED_WORKERS } from '../process/testing/loaded-workers.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

/** `say` writes, with its own name, to each descriptor that it is told; `take` reads one, all or so many bytes of it. */
const PROGRAMS = {
  say: `const fs = require('node:fs')
    for (const fd of process.argv.slice(2))
      try { fs.writeSync(Number(fd), 'to ' + fd + '\\n') } catch (error) { console.log(fd, error.code) }`,
  take: `const fs = require('node:fs')
    const [, , from, length] = process.argv
    const fd = Number.isNaN(Number(from)) ? fs.openSync(from) : Number(from)
    if (length === undefined) process.stdout.write('<' + fs.readFileSync(fd, 'utf8') + '>')
    else { const data = Buffer.alloc(Number(length)); process.stdout.write('<' + data.subarray(0, fs.readSync(fd, data)) + '>') }`,
}

function setUp() {
  const vfs = createStandardVfs()
  for (const [name, code] of Object.entries(PROGRAMS))
    vfs.writeFile(`/usr/bin/${name}`, new TextEncoder().encode(`#!/usr/bin/env node\n${code}`), 0o755)
  const table = new ProcessTable({ vfs, workers: LOADED_WORKERS, now: () => Date.now() })
  tables.push(table)
  const operations = createProcessOperations(table)
  return async (command: string) => {
    const result = await operations.exec({ id: 'job', command, timeoutMs: 60_000 })
    if (!result.ok) throw new Error(result.error.message)
    const { stdout, stderr, exitCode } = result.value
    return [new TextDecoder().decode(stdout), new TextDecoder().decode(stderr), exitCode]
  }
}

test('a file that a script has opened is written by programs, in order with what the script writes there', async () => {
  const run = setUp()
  expect(await run('exec 3>f; echo a >&3; say 3; echo b >&3; exec 3>&-; cat f; say 3')).toEqual([
    'a\nto 3\nb\n3 EBADF\n',
    '',
    0,
  ])
  expect(await run('say 4 5 4>g 5>>g; cat g; { say 7; say 7; } 7>h; cat h')).toEqual([
    'to 4\nto 5\nto 7\nto 7\n',
    '',
    0,
  ])
  expect(await run('exec {out}>k; say $out; cat k')).toEqual(['to 10\n', '', 0])
})

test('a stream under another number is that stream', async () => {
  const run = setUp()
  expect(await run('say 1 2 3 3>&1 1>&2 2>&3 3>&-')).toEqual(['to 2\n', 'to 1\n3 EBADF\n', 0])
  expect(await run('exec 3>&1; { say 1 3; } >log; cat log')).toEqual(['to 3\nto 1\n', '', 0])
  expect(await run('{ say 1 3 3>&1; } >log; cat log')).toEqual(['to 1\nto 3\n', '', 0])
  expect(await run('printf in | take 3 3<&0')).toEqual(['<in>', '', 0])
})

test('what a script reads from a descriptor, its programs read from where it has come to, and it goes on behind them', async () => {
  const run = setUp()
  await run('seq 1 5 > lines')
  expect(await run('exec 3<lines; read -r a <&3; take 3 4; read -r b <&3; echo "[$a $b]"')).toEqual([
    '<2\n3\n>[1 4]\n',
    '',
    0,
  ])
  expect(await run('take 3 3<lines; take /dev/fd/4 4<<<here; take /dev/fd/5 5< <(echo sub)')).toEqual([
    '<1\n2\n3\n4\n5\n><here\n><sub\n>',
    '',
    0,
  ])
  expect(await run('head -c 1000000 /dev/zero > big; take 3 3<big | wc -c; take 3 2 3<big | wc -c')).toEqual([
    '1000002\n4\n',
    '',
    0,
  ])
})

test('scripts have what the one that runs them has', async () => {
  const run = setUp()
  expect(await run(`exec 3>f; bash -c 'echo one >&3; say 3'; cat f`)).toEqual(['one\nto 3\n', '', 0])
})
