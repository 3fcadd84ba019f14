/**
 * Keeps programs from using the terminal against the person: nothing that they print can read or write the clipboard,
 * answer as if it were typed, change titles and colours, or make a link that is no web address.
 */
import type { Terminal } from '@xterm/xterm'

/** Title, icon, palette, colours, pointer, clipboard, and the private ones of other terminals. */
const OSC_OFF = [
  0, 1, 2, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 52, 104, 105, 110, 111, 112, 117, 119,
  133, 633, 777, 1337,
]
const OSC_LINK = 8

/** Sequences that make a terminal answer: what it is, where its cursor is, how it is set, how large its window is. */
const QUERIES: readonly {
  readonly prefix?: string
  readonly intermediates?: string
  readonly final: string
}[] = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { final: 't' },
  { prefix: '>', final: 'q' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { prefix: '?', final: 'u' },
  { final: 'x' },
]

/** `mayAsk`: the program in the foreground reads keys itself, and so the answers. */
export function guard({ parser }: Pick<Terminal, 'parser'>, mayAsk: () => boolean): void {
  for (const code of OSC_OFF) parser.registerOscHandler(code, () => true)
  parser.registerOscHandler(OSC_LINK, (data) => !isSafeLink(data))
  for (const query of QUERIES) parser.registerCsiHandler(query, () => query.final === 't' || !mayAsk())
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true)
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, () => true)
}

/** `parameters;address`; an empty address ends a link. */
function isSafeLink(data: string): boolean {
  const address = data.slice(data.indexOf(';') + 1)
  return address === '' || webAddress(address) !== undefined
}

/** The address as a browser opens it; undefined for everything but http and https. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  // A name before the host is there to be taken for it.
  return url.username === '' && url.password === '' ? url.href : undefined
}

/** Puts back what a program may have left behind: colours, modes, a hidden cursor, mouse reports, another character set. */
export const RESET = [
  '\x1b[!p',
  '\x1b[0m',
  '\x1b[?25h',
  '\x1b[?7h',
  '\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?1016l',
  '\x1b[?2004l',
  '\x1b[?2026l',
  '\x1b(B',
  '\x0f',
].join('')
/** Leaves the screen of a full-screen program. */
export const LEAVE_ALTERNATE = '\x1b[?1049l'
