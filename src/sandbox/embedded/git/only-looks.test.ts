/** `--no-optional-locks` writes nothing: programs beside the user's work rely on it. */
import { expect, test } from 'vitest'
import { sandboxPlace } from './testing/transcript.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

async function touched(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const place = sandboxPlace()
  const run = (words: readonly string[], more: Record<string, string> = {}) =>
    place.git([...words], { env: more, stdin: '' })
  const index = () => place.vfs.readFile(`${place.root}/.git/index`)
  await run(['init', '-q', '-b', 'main'])
  place.write('a', text('a\n'))
  await run(['add', 'a'])
  // Another file with the same content: its place in the index is out of date.
  place.vfs.unlink(`${place.root}/a`)
  place.write('a', text('a\n'))
  const before = index()
  const { code } = await run(args, env)
  expect(code).toBe(0)
  return Buffer.compare(index(), before) !== 0
}

test('status and diff keep what they find out of files, unless they are to look only', async () => {
  expect(await touched(['status'])).toBe(true)
  expect(await touched(['diff'])).toBe(true)
  expect(await touched(['--no-optional-locks', 'status', '--porcelain=v1', '-z'])).toBe(false)
  expect(await touched(['--no-optional-locks', 'diff'])).toBe(false)
  expect(await touched(['status'], { GIT_OPTIONAL_LOCKS: '0' })).toBe(false)
})
