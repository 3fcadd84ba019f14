import { describe, expect, it, vi } from 'vitest'
import type { Shells } from './shell-link.ts'
import type { FromTerminal, ToTerminal } from '../../../agent/protocol/calls/terminals.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { ShellTerminal } from './shell-terminal.svelte.ts'

/** A terminal at its first prompt, and the agent's end of its wire, which answers for what was typed after `settle`. */
async function atPrompt(settle: Promise<void> = Promise.resolve()) {
  const lines: string[] = []
  const read: string[] = []
  let send: (message: FromTerminal) => void = () => undefined
  const shells: Shells = {
    open: async (_request, port) => {
      send = (message) => port.postMessage(message)
      port.onmessage = ({ data }: MessageEvent<ToTerminal>) => {
        if (data.type === 'line') lines.push(data.text)
        if (data.type === 'settle') void settle.then(() => send({ type: 'settled' }))
        if (data.type === 'input' && data.input.type === 'bytes')
          read.push(new TextDecoder().decode(data.input.data))
      }
      return ok(undefined)
    },
    close: async () => undefined,
  }
  const terminal = new ShellTerminal({
    shells,
    id: 'one',
    name: 'shell',
    cwd: '/workspace',
    history: [],
    source: { list: async () => [], readText: async () => undefined },
    onChange: () => undefined,
    onLeft: () => undefined,
    onManyLines: () => undefined,
  })
  await terminal.start()
  const end = () => send({ type: 'line_end', exitCode: 130, cwd: '/workspace' })
  const giveBack = (text: string) => send({ type: 'unread', data: new TextEncoder().encode(text) })
  const print = (text: string) => send({ type: 'output', data: new TextEncoder().encode(text) })
  const takeKeys = () => send({ type: 'mode', raw: true })
  return { terminal, lines, read, end, giveBack, print, takeKeys }
}

function screenOf({ screen }: ShellTerminal): string[] {
  const { active } = screen.terminal.buffer
  return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
}

describe('a command that is run from elsewhere', () => {
  it('keeps its lines and its tabs, and waits for the prompt', async () => {
    const { terminal, lines, end } = await atPrompt()
    const several = 'cat <<-E\n\tit\n\tE\necho "two  blanks"'
    terminal.runCommand(several)
    await expect.poll(() => lines).toEqual([several])
    terminal.runCommand('echo next')
    await terminal.screen.write('')
    expect(lines).toEqual([several])
    expect(screenOf(terminal)).toContain('> echo "two  blanks"')
    end()
    await expect.poll(() => lines).toEqual([several, 'echo next'])
    terminal.dispose()
  })
})

describe('what is typed while a command ends', () => {
  it('is run at the prompt, also when it comes back after the prompt was drawn', async () => {
    const { terminal, lines, end, giveBack } = await atPrompt()
    terminal.type('sleep 9\r')
    await expect.poll(() => lines).toEqual(['sleep 9'])
    end()
    await expect.poll(() => terminal.phase).toBe('prompt')
    giveBack('echo back\n')
    await expect.poll(() => lines).toEqual(['sleep 9', 'echo back'])
    terminal.dispose()
  })

  it('keeps its keys: those of the prompt act there, and Ctrl-C still ends the command', async () => {
    const { terminal, lines, end, giveBack } = await atPrompt()
    terminal.type('sleep 9\r')
    await expect.poll(() => lines).toEqual(['sleep 9'])
    // A whole line goes to the program, which does not read it; the rest is at the terminal still.
    terminal.type('two\x01one \x05 three\rc\x1b[Db')
    await terminal.screen.write('')
    end()
    giveBack('two\x01one \x05 three\n')
    await expect.poll(() => lines).toEqual(['sleep 9', 'one two three'])
    end()
    await expect.poll(() => terminal.phase).toBe('prompt')
    terminal.type('\r')
    await expect.poll(() => lines).toEqual(['sleep 9', 'one two three', 'bc'])
    terminal.dispose()
  })

  it('keeps its order where it was sent to the command and comes back late', async () => {
    const settle = Promise.withResolvers<void>()
    const { terminal, lines, read, end, giveBack, takeKeys } = await atPrompt(settle.promise)
    terminal.type('sleep 9\r')
    await expect.poll(() => lines).toEqual(['sleep 9'])
    terminal.type('A')
    await expect.poll(() => screenOf(terminal)).toContain('A')
    takeKeys()
    await expect.poll(() => read).toEqual(['A'])
    terminal.type('d')
    end()
    await expect.poll(() => terminal.phase).not.toBe('running')
    await terminal.screen.write('')
    terminal.type('a\r')
    giveBack('A')
    giveBack('d')
    settle.resolve()
    await expect.poll(() => lines).toEqual(['sleep 9', 'Ada'])
    terminal.dispose()
  })

  it('waits for the prompt between the end and the prompt', async () => {
    const { terminal, lines, end } = await atPrompt()
    const phases: string[] = []
    terminal.type('sleep 9\r')
    await expect.poll(() => lines).toEqual(['sleep 9'])
    terminal.type('echo ')
    await terminal.screen.write('')
    // The prompt waits until the screen has drawn what was said; a key may come before.
    const write = vi.spyOn(terminal.screen, 'write').mockImplementation(async () => {
      phases.push(terminal.phase)
      if (phases.length === 1) terminal.type('x\r')
    })
    end()
    await expect.poll(() => lines).toEqual(['sleep 9', 'echo x'])
    expect(phases[0]).toBe('starting')
    write.mockRestore()
    terminal.dispose()
  })
})

describe('what is typed before a program takes each key as it is pressed', () => {
  it('goes to it whole, and leaves the screen to it', async () => {
    const { terminal, lines, read, takeKeys, end } = await atPrompt()
    terminal.type('read name\r')
    await expect.poll(() => lines).toEqual(['read name'])
    terminal.type('Ad')
    await expect.poll(() => screenOf(terminal)).toContain('Ad')
    takeKeys()
    await expect.poll(() => read).toEqual(['Ad'])
    terminal.type('a\r')
    await expect.poll(() => read).toEqual(['Ad', 'a\r'])
    expect(screenOf(terminal)).not.toContain('Ad')
    end()
    await expect.poll(() => terminal.phase).toBe('prompt')
    terminal.type('\r')
    await terminal.screen.write('')
    expect(lines).toEqual(['read name'])
    terminal.dispose()
  })

  it('stays on the screen when something was printed after it', async () => {
    const { terminal, lines, read, print, takeKeys } = await atPrompt()
    terminal.type('edit\r')
    await expect.poll(() => lines).toEqual(['edit'])
    terminal.type('Ad')
    await expect.poll(() => screenOf(terminal)).toContain('Ad')
    print(' loading')
    await expect.poll(() => screenOf(terminal)).toContain('Ad loading')
    takeKeys()
    await expect.poll(() => read).toEqual(['Ad'])
    await terminal.screen.write('')
    expect(screenOf(terminal)).toContain('Ad loading')
    terminal.dispose()
  })
})
