/** Keyboard shortcuts of commands: written as `Mod+Shift+K`, where Mod is Command on a Mac and Control elsewhere. */
import { names } from '../language/en/names.ts'
import { textFor } from '../language/text-for.ts'

/** By the command's name. A tab cannot have Mod+N, T and W: browsers keep them. */
export const DEFAULT_SHORTCUTS: Readonly<Record<string, string>> = {
  help: 'Mod+K',
  files: 'Mod+P',
  find: 'Mod+F',
  search: 'Mod+Shift+F',
  config: 'Mod+,',
  terminal: 'Ctrl+`',
  diff: 'Alt+C',
  rewind: 'Alt+R',
  plan: 'Alt+P',
  // Shift+Tab is the way back through the page.
  mode: 'Alt+M',
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified'])
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

function isMac(platform: string = navigator.platform): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/** The keys that are pressed, as they are written; undefined while only modifiers are. */
export function shortcutOf(event: KeyPress, mac: boolean = isMac()): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined
  const mod = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  const parts = [
    // A Mac's Control is a key of its own; elsewhere it is Mod.
    ...(mod ? ['Mod'] : []),
    ...(other ? [mac ? 'Ctrl' : 'Meta'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    keyName(event),
  ]
  return parts.join('+')
}

/** Alt makes another character of a key on some keyboards: the key itself is meant. */
function keyName({ key, code, altKey }: KeyPress): string {
  const physical = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  const name = altKey && physical ? (physical[1] ?? physical[2] ?? key) : key
  if (name === ' ') return 'Space'
  return name.length === 1 ? name.toUpperCase() : name
}

/** `Ctrl+` is Control everywhere; where Mod is Control, too, the two are the same keys. */
export function sameShortcut(a: string, b: string, mac: boolean = isMac()): boolean {
  const plain = (keys: string) => (mac ? keys : keys.replace(/^Ctrl\+/, 'Mod+'))
  return plain(a) === plain(b)
}

/** The keys of each command that has some: the person's own before those of the program. */
export function shortcutsWith(own: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const all = Object.entries({ ...DEFAULT_SHORTCUTS, ...own })
  return new Map(all.filter(([, keys]) => keys !== ''))
}

const SYMBOLS: Readonly<Record<string, string>> = { Mod: '⌘', Meta: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }

/** As this machine's keyboard has them. */
export function shownShortcut(keys: string, mac: boolean = isMac()): string {
  const parts = keys.split('+')
  if (mac) return parts.map((part) => SYMBOLS[part] ?? part).join('')
  return parts.map((part) => textFor(names.keys, part) ?? part).join('+')
}
