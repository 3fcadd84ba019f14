/** Hostile output of programs, on the real terminal. */
import { afterEach, describe, expect, it } from 'vitest'
import '../../theme.css'
import { webAddress } from './guard.ts'
import { closeScreens, openScreen } from './screen-test-support.ts'

afterEach(closeScreens)

/** Each would make some terminal answer as if the answer were typed. */
const QUESTIONS = [
  '\x1b[c',
  '\x1b[>c',
  '\x1b[=c',
  '\x1b[5n',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?15n',
  '\x1b[?996n',
  '\x1b[18t',
  '\x1b[21t',
  '\x1b[14t',
  '\x1b[>q',
  '\x1b[?1$p',
  '\x1b[4$p',
  '\x1b[?u',
  '\x1b[x',
  '\x1bP$qm\x1b\\',
  '\x1bP$q"p\x1b\\',
  '\x1bP+q544e\x1b\\',
  '\x1b]4;1;?\x07',
  '\x1b]10;?\x07',
  '\x1b]11;?\x1b\\',
  '\x1b]12;?\x07',
  '\x1b]52;c;?\x07',
  '\x1bZ',
  '\x05',
]

describe('a hostile program', () => {
  it.each(QUESTIONS)('gets no answer to %j', async (question) => {
    const { screen, typed } = openScreen()
    await screen.write(question)
    screen.terminal.input('x')
    // An answer would stand before it.
    await expect.poll(() => typed).toEqual(['x'])
  })

  it('changes no colours, no title, no clipboard and no size', async () => {
    const { screen } = openScreen()
    const titles: string[] = []
    screen.terminal.onTitleChange((title) => titles.push(title))
    const { size } = screen
    const rowColour = () =>
      getComputedStyle(screen.element.querySelector('.xterm-rows') ?? screen.element).color
    const before = rowColour()
    await screen.write(
      '\x1b]0;rm -rf /\x07\x1b]2;x\x07\x1b]10;#ffffff\x07\x1b]11;#ffffff\x07\x1b]4;1;#ffffff\x07',
    )
    await screen.write('\x1b]52;c;cm0gLXJmIC8=\x07\x1b[8;5;5t\x1b[3;0;0t\x1b]1337;File=inline=1:AAAA\x07text')
    expect([titles, rowColour(), screen.size]).toEqual([[], before, size])
    expect(screen.terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('text')
  })

  it('makes no links but to the web', async () => {
    const { screen } = openScreen()
    const link = (address: string) => `\x1b]8;;${address}\x07here\x1b]8;;\x07 `
    await screen.write(link('javascript:alert(1)') + link('file:///etc/passwd') + link('data:text/html,x'))
    await screen.write(link('https://bank.example@evil.example/') + '\r\n')
    expect(screen.element.querySelectorAll('.xterm-underline-5')).toHaveLength(0)
    await screen.write(link('https://example.org/'))
    await expect.poll(() => screen.element.querySelectorAll('.xterm-underline-5').length).toBe(1)
  })
})

it('answers the program that reads keys itself', async () => {
  const { screen, typed } = openScreen({ isRaw: true })
  await screen.write('\x1b[6n')
  await expect.poll(() => typed).toEqual(['\x1b[1;1R'])
})

it('opens web addresses only', () => {
  expect(
    ['https://a.example/x', 'http://localhost:1', 'ftp://a', 'vscode://x', 'https://u:p@a', 'nothing'].map(
      webAddress,
    ),
  ).toEqual(['https://a.example/x', 'http://localhost:1/', undefined, undefined, undefined, undefined])
})
