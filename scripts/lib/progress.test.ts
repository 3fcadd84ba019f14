import { expect, it } from 'vitest'
import { timed } from './progress.mjs'

function output(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text.replace(/\d+\.\d s/, 'N s')) }
}

it('says how long a part took, and on a terminal which one is under way', async () => {
  const [file, terminal] = [output(false), output(true)]
  expect(await timed('the app', async () => 7, { output: file })).toBe(7)
  await timed('the app', async () => expect(terminal.written).toEqual(['  the app …']), { output: terminal })
  expect(file.written).toEqual(['  the app: N s\n'])
  expect(terminal.written).toEqual(['  the app …', '\r\u001b[K', '  the app: N s\n'])
})

it('leaves no line of a part that had nothing to do, or failed', async () => {
  const [quick, failed] = [output(false), output(false)]
  await timed('the shell', async () => undefined, { output: quick, hasWorked: () => false })
  const failing = timed('the app', () => Promise.reject(new Error('no')), { output: failed })
  await expect(failing).rejects.toThrow('no')
  expect([quick.written, failed.written]).toEqual([[], []])
})
