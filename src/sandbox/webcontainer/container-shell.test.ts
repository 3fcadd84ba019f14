import type { WebContainerProcess } from '@webcontainer/api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CONTAINER_SHELL_IDLE_MS, CONTAINER_SHELL_QUIET_MS } from '../contract/limits.ts'
import { ContainerShell } from './container-shell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process whose words and keys are in the test's hands. */
function setUp() {
  const output = Promise.withResolvers<ReadableStreamDefaultController<string>>()
  const exit = Promise.withResolvers<number>()
  const typed: string[] = []
  const process: WebContainerProcess = {
    output: new ReadableStream({ start: (controller) => output.resolve(controller) }),
    input: new WritableStream({ write: (text) => void typed.push(text) }),
    exit: exit.promise,
    kill: () => exit.resolve(1),
    resize: () => undefined,
  }
  const shell = new ContainerShell(process)
  const say = async (text: string) => {
    ;(await output.promise).enqueue(text)
    await vi.advanceTimersByTimeAsync(0)
  }
  let shown = ''
  const run = (line: string) => shell.run(line, (text) => (shown += text))
  return { shell, typed, say, exit, run, shown: () => shown }
}

const mark = (said: string) => `\x1b]654;${said}\x07`

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise.then(() => 'settled'), Promise.resolve('open')])) === 'settled'
}

it('is ready when it is there and asks, or a while after one of the two', async () => {
  const both = setUp()
  await both.say('hello\r\n' + mark('interactive'))
  expect(await isSettled(both.shell.ready)).toBe(false)
  await both.say(mark('prompt'))
  await both.shell.ready
  const one = setUp()
  await one.say(mark('prompt'))
  expect(await isSettled(one.shell.ready)).toBe(false)
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_QUIET_MS)
  await one.shell.ready
})

it('gives what the commands of a line print, without the prompt and the line itself', async () => {
  const { typed, say, run, shown } = setUp()
  const line = run('a && b')
  await say(mark('prompt') + '❯ a && b\r\n' + mark('pid=-1') + 'one\r\n' + mark('exit=-1:0'))
  await say(mark('pid=4') + 'two\r\n' + mark('exit=4:3') + '\r\n~ \r\n')
  expect(await isSettled(line)).toBe(false)
  await say(mark('prompt') + '❯ ')
  expect(await line).toEqual({ exitCode: 3, hasExited: false, hasGoneOn: false, unread: '' })
  expect([shown(), typed]).toEqual(['one\r\ntwo\r\n', ['a && b\n']])
})

it('ends a line that ran nothing with what the shell says of it, a while after the prompt', async () => {
  const { say, run, shown } = setUp()
  const line = run('echo "')
  await say('❯ echo "\r\njsh: a quote is open\r\n' + mark('prompt'))
  expect(await isSettled(line)).toBe(false)
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_QUIET_MS)
  expect(await line).toEqual({ exitCode: 0, hasExited: false, hasGoneOn: false, unread: '' })
  expect(shown()).toBe('jsh: a quote is open\r\n')
})

it('is not led astray by the prompt after an interrupt that came too late', async () => {
  const { say, run, shown } = setUp()
  const line = run('echo next')
  await say('^C\r\n' + mark('prompt') + '❯ echo next\r\n')
  await say(mark('pid=2') + 'next\r\n')
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_QUIET_MS)
  expect(await isSettled(line)).toBe(false)
  await say(mark('exit=2:0') + mark('prompt'))
  expect(await line).toEqual({ exitCode: 0, hasExited: false, hasGoneOn: false, unread: '' })
  expect(shown()).toBe('next\r\n')
})

it('goes on with the lines that were typed ahead, as the shell runs them', async () => {
  const { shell, say, run, shown } = setUp()
  const line = run('cat s')
  await say('❯ cat s\r\n' + mark('pid=2'))
  shell.type('read name\n')
  await say('s\r\n' + mark('exit=2:0') + mark('prompt') + '❯ read name\r\n' + mark('pid=-1'))
  shell.type('A')
  shell.type('da\r')
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_IDLE_MS)
  expect(await isSettled(line)).toBe(false)
  await say('Ada\r\n' + mark('exit=-1:4') + mark('prompt') + '❯ ')
  expect(await isSettled(line)).toBe(false)
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_IDLE_MS)
  expect(await line).toEqual({ exitCode: 4, hasExited: false, hasGoneOn: true, unread: '' })
  expect(shown()).toBe('s\r\nAda\r\n')
})

it('gives back what it has at its prompt, and forgets it there', async () => {
  const { shell, typed, say, run } = setUp()
  const line = run('less s')
  await say('❯ less s\r\n' + mark('pid=2'))
  shell.type('q')
  shell.type('A')
  await say(mark('exit=2:0') + mark('prompt') + '\r\x1b[K\x1b[35m❯\x1b[0m A')
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_IDLE_MS / 2)
  shell.type('d')
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_IDLE_MS / 2)
  expect(await isSettled(line)).toBe(false)
  await say('d')
  await vi.advanceTimersByTimeAsync(CONTAINER_SHELL_IDLE_MS)
  expect(await line).toEqual({ exitCode: 0, hasExited: false, hasGoneOn: false, unread: 'Ad' })
  expect(typed).toEqual(['less s\n', 'q', 'A', 'd', '\x03'])
})

it('ends at once after an interrupt, which forgets what was typed', async () => {
  const { shell, say, run } = setUp()
  const line = run('sleep 9')
  await say('❯ sleep 9\r\n' + mark('pid=2'))
  shell.type('x')
  shell.type('\x03')
  await say('^C' + mark('exit=2:130') + mark('prompt') + '❯ ')
  expect(await line).toEqual({ exitCode: 130, hasExited: false, hasGoneOn: false, unread: '' })
})

it('ends the line that runs with the shell', async () => {
  const { say, run, exit, shell } = setUp()
  const line = run('exit 7')
  await say(mark('pid=-1'))
  exit.resolve(7)
  expect(await line).toEqual({ exitCode: 7, hasExited: true, hasGoneOn: false, unread: '' })
  expect(await shell.exit).toBe(7)
})
