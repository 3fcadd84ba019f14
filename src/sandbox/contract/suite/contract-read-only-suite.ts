import { expect, it } from 'vitest'
import { bytes, run, treeOf, value, type ContractContext } from './contract-test-support.ts'

/** Ways to change something, none of which a command that only looks may have. */
const CHANGES = [
  'echo x > new',
  'echo x >> a',
  ': > a',
  'exec 3<>a; echo x >&3',
  'rm a',
  'rm -rf sub',
  'mv a moved',
  'cp a copied',
  'mkdir made',
  'rmdir empty',
  'ln -s a soft',
  'ln a hard',
  'chmod 600 a',
  'touch a',
  'touch new',
  'truncate -s 0 a',
  'tee a < sub/b',
  'sed -i s/one/two/ a',
  "sed 'w new' a",
  'awk \'BEGIN { print "x;y" > "new" }\'',
  'sort -r -o a a',
  'mktemp ./x.XXXXXX',
  'tar cf new.tar a',
  'find . -name a -delete',
  'find . -name a -exec rm {} +',
  'ls | xargs rm -rf',
  'bash -c "echo x > new"',
  '( echo x > new ) & wait',
  'echo "$(touch new)"',
  'eval "touch new"',
  'git init -q .',
  `node -e "require('fs').writeFileSync('new', '')"`,
  `node -e "require('child_process').execSync('touch new')"`,
]

/** Commands with `readOnly`. */
export function readOnlyTests(context: () => ContractContext): void {
  it('keeps a command that only looks from changing any file, whatever it runs', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'a', data: bytes('one\n') }))
    await value(sandbox.makeDirectory('empty'))
    await value(sandbox.makeDirectory('sub'))
    await value(sandbox.writeFile({ path: 'sub/b', data: bytes('b\n') }))
    const before = await stateOf(context())
    for (const command of CHANGES) {
      const { err } = await run(sandbox, command, { readOnly: true })
      expect({ command, err, said: /read-only file system|EROFS/i.test(err) }).toEqual({
        command,
        err,
        said: true,
      })
      expect({ command, state: await stateOf(context()) }).toEqual({ command, state: before })
    }
    // The same commands work without it.
    expect((await run(sandbox, 'touch new && rm new')).code).toBe(0)
  })

  it('lets it look at everything', async () => {
    const { sandbox } = context()
    await run(sandbox, 'printf "b\\na\\n" > list; git init -q .; git add list')
    const looks = [
      'sort list | head -1',
      'cat <<< here; cat <<E\ndocument\nE',
      'cat <(echo substituted)',
      'echo out > /dev/null; echo err >&2; echo both > /dev/stderr',
      'for x in *; do wc -c < "$x"; done',
      'git status --short',
      'node -p 1+1',
      'cd /tmp && pwd',
      'true & wait; echo $?',
    ]
    for (const command of looks) {
      const looked = await run(sandbox, command, { readOnly: true })
      expect({ command, ...looked }).toEqual({ command, ...(await run(sandbox, command)), code: 0 })
    }
  })

  it('keeps it from ending other commands and from reaching out', async () => {
    const { sandbox } = context()
    const up = Promise.withResolvers<void>()
    const other = sandbox.exec({ id: 'other', command: 'echo up; sleep 60' }, () => up.resolve())
    await up.promise
    const [{ pid = 0 } = {}] = await value(sandbox.processes())
    expect((await run(sandbox, `kill -9 ${pid}`, { readOnly: true })).err).toMatch(/not permitted/i)
    expect((await run(sandbox, 'curl -sS http://localhost:9/', { readOnly: true })).code).not.toBe(0)
    expect((await value(sandbox.processes())).some(({ execId }) => execId === 'other')).toBe(true)
    await value(sandbox.kill('other', 'SIGKILL'))
    await other
  })
}

async function stateOf({ sandbox }: ContractContext): Promise<unknown> {
  const times = await Promise.all(
    ['a', 'sub/b'].map(async (path) => (await value(sandbox.stat(path))).mtimeMs),
  )
  return { tree: await treeOf(sandbox), times }
}
