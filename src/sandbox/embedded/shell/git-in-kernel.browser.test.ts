/** git in the shell as the kernel runs it: real processes, one a command line. */
import { afterEach, expect, test } from 'vitest'
import { createProcessOperations } from '../process/exec.ts'
import { ProcessTable } from '../process/process-table.ts'
import { LOADED_WORKERS } from '../process/testing/loaded-workers.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

function setUp() {
  const vfs = createStandardVfs()
  const table = new ProcessTable({ vfs, workers: LOADED_WORKERS, now: () => Date.now() })
  tables.push(table)
  const operations = createProcessOperations(table)
  return async (command: string) => {
    const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
    const result = await operations.exec({ id: 'job', command, timeoutMs: 30_000 }, () => undefined)
    if (!result.ok) throw new Error(result.error.message)
    const { stdout, stderr, exitCode } = result.value
    return { out: decode(stdout), err: decode(stderr), exitCode }
  }
}

test('init, add, commit, branch, a merge with a conflict, and its resolution', async () => {
  const run = setUp()
  const start = await run(
    'git init -q -b main && git config user.name Ann && git config user.email ann@example.com && printf "1\\n2\\n3\\n" > f && git add f && git commit -qm base && git log --format=%s | cat',
  )
  expect(start).toEqual({ out: 'base\n', err: '', exitCode: 0 })
  await run('git checkout -qb topic && echo topic > f && git commit -qam topic')
  await run('git checkout -q main && echo main > f && git commit -qam main')
  expect(await run('git merge topic')).toEqual({
    out: 'Auto-merging f\nCONFLICT (content): Merge conflict in f\nAutomatic merge failed; fix conflicts and then commit the result.\n',
    err: '',
    exitCode: 1,
  })
  const conflict = '<<<<<<< HEAD\nmain\n=======\ntopic\n>>>>>>> topic\n'
  expect(await run('cat f; git status --porcelain')).toEqual({
    out: `${conflict}UU f\n`,
    err: '',
    exitCode: 0,
  })
  const end = await run(
    'echo both > f && git add f && git commit -qm merged && git log --format=%s --first-parent; git status --short',
  )
  expect(end).toEqual({ out: 'merged\nmain\nbase\n', err: '', exitCode: 0 })
})

test('pipes, substitutions, redirections, stdin and exit codes', async () => {
  const run = setUp()
  await run(
    'git init -q -b main; git config user.name A; git config user.email a@b; printf "caf\\303\\251\\n" > "näme"; git add .; git commit -qm "Ünïcode"',
  )
  const result = await run(
    'echo "[$(git rev-parse --abbrev-ref HEAD)]"; git ls-files -z | wc -c; git show HEAD:näme > copy; cmp copy näme && echo same; echo text | git hash-object --stdin; git diff --quiet; echo $?; git rev-parse nothing 2>/dev/null; echo $?; git log -1 --format=%s',
  )
  expect(result).toEqual({
    out: '[main]\n6\nsame\n8e27be7d6154a1f68ea9160ef0e18691d20560dc\n0\nnothing\n128\nÜnïcode\n',
    err: '',
    exitCode: 0,
  })
})

test('a hook runs, and its refusal stops the commit; node starts git', async () => {
  const run = setUp()
  await run('git init -q -b main; git config user.name A; git config user.email a@b; echo x > x; git add x')
  await run(
    'printf "#!/bin/sh\\necho checked\\nexit 1\\n" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
  )
  expect(await run('git commit -qm one')).toEqual({ out: '', err: 'checked\n', exitCode: 1 })
  expect((await run('git commit -qnm one && git log --format=%s')).out).toBe('one\n')
  const node = await run(
    `node -e "console.log(require('child_process').execSync('git status --porcelain -b').toString())"`,
  )
  expect(node).toEqual({ out: '## main\n\n', err: '', exitCode: 0 })
})
