/** Keys as they are pressed, written, shown and refused. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_SHORTCUTS, sameShortcut, shortcutOf, shortcutsWith, shownShortcut } from './shortcuts.ts'
import { shortcutProblem } from './shortcut-problem.ts'

const PRESS = { key: 'k', code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('a shortcut', () => {
  it.each([
    ['Control elsewhere', { ...PRESS, ctrlKey: true }, false, 'Mod+K'],
    ['Command on a Mac', { ...PRESS, metaKey: true }, true, 'Mod+K'],
    ['Control on a Mac', { ...PRESS, ctrlKey: true }, true, 'Ctrl+K'],
    ['the Windows key', { ...PRESS, metaKey: true }, false, 'Meta+K'],
    ['what Option makes of a key', { ...PRESS, key: '˚', altKey: true }, true, 'Alt+K'],
    ['the key for the mode on a Mac', { ...PRESS, key: 'µ', code: 'KeyM', altKey: true }, true, 'Alt+M'],
    ['a character of AltGr', { ...PRESS, key: 'µ', code: 'KeyM' }, false, 'Μ'],
    [
      'a character of AltGr, as Windows has it',
      { ...PRESS, key: 'µ', code: 'KeyM', ctrlKey: true, altKey: true },
      false,
      'Mod+Alt+M',
    ],
    [
      'several',
      { ...PRESS, key: 'K', ctrlKey: true, altKey: true, shiftKey: true },
      false,
      'Mod+Alt+Shift+K',
    ],
    ['a key with a name', { ...PRESS, key: 'F6', code: 'F6' }, false, 'F6'],
    ['space', { ...PRESS, key: ' ', code: 'Space', ctrlKey: true }, false, 'Mod+Space'],
    ['a modifier alone', { ...PRESS, key: 'Control', ctrlKey: true }, false, undefined],
  ])('of %s', (_, press, mac, keys) => expect(shortcutOf(press, mac)).toBe(keys))

  it('with Control is the same as one with Mod, but on a Mac', () => {
    expect(sameShortcut('Ctrl+`', 'Mod+`', false)).toBe(true)
    expect(sameShortcut('Ctrl+`', 'Mod+`', true)).toBe(false)
  })

  it.each(['Mod+N', 'Mod+T', 'Mod+W', 'Mod+Shift+T', 'Mod+C', 'K', 'Shift+K', 'Enter', 'Space'])(
    '%s is refused, with the reason',
    (keys) => expect(shortcutProblem(keys)).toMatch(/\.$/),
  )

  it.each([...Object.values(DEFAULT_SHORTCUTS), 'F6', 'Meta+J', 'Mod+Alt+Shift+K'])('%s is taken', (keys) =>
    expect(shortcutProblem(keys)).toBeUndefined(),
  )

  it('is shown as the keyboard has it', () => {
    expect(shownShortcut('Mod+Shift+K', true)).toBe('⌘⇧K')
    expect(shownShortcut('Mod+Shift+K', false)).toBe('Ctrl+Shift+K')
  })

  it('of the person goes before that of the program, and can take it away', () => {
    const own = shortcutsWith({ help: 'F1', diff: '' })
    expect(own.get('help')).toBe('F1')
    expect(own.has('diff')).toBe(false)
    expect(own.get('config')).toBe(DEFAULT_SHORTCUTS['config'])
  })
})
