import { expect, test } from 'vitest'
import { createMemoryKernel } from '../testing/memory-kernel.ts'
import { startShellWorker } from '../testing/worker-kernel.ts'

test('a worker loads the code of a command when it is first used', async () => {
  const kernel = createMemoryKernel()
  const script = [
    'mkdir d; echo hi > d/f; tar czf x.tgz d; tar tzf x.tgz',
    "echo 'scale=3; 1/3' | bc; echo 'a: [1, 2]' | yq -o json -I 0 .a",
    "printf 'all:\\n\\t@echo made\\n' | make -f -",
    "echo '<h1>A</h1><p>b <b>c</b></p><script>x</script>' | html-to-markdown",
    "sqlite3 t.db 'create table t(a); insert into t values(1),(2)'; sqlite3 t.db 'select sum(a) from t'",
  ].join('; ')
  const shell = await startShellWorker(kernel, {
    pid: 7,
    ppid: 1,
    argv: ['bash', '-c', script],
    cwd: '/workspace',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user' },
  })
  const { status } = await shell.exit
  shell.terminate()
  expect([kernel.written, status]).toEqual([
    [[1, 'd/\nd/f\n.333\n[1,2]\nmade\n# A\n\nb **c**\n3\n']],
    { code: 0, signal: null },
  ])
})
