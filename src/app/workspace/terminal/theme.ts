/** The terminal's colours, from the page's own. */
import type { ITheme } from '@xterm/xterm'

/** The sixteen of ANSI for each scheme; the terminal itself raises what is too faint to read. */
const ANSI: Readonly<Record<'light' | 'dark', ITheme>> = {
  light: {
    black: '#24292f',
    red: '#b42318',
    green: '#176f3d',
    yellow: '#7a5200',
    blue: '#1c5dbf',
    magenta: '#8338a8',
    cyan: '#0b6b78',
    white: '#5b636b',
    brightBlack: '#6a727a',
    brightRed: '#c9372c',
    brightGreen: '#1f7a45',
    brightYellow: '#8a5d00',
    brightBlue: '#2f6fd0',
    brightMagenta: '#9a4bc0',
    brightCyan: '#127a88',
    brightWhite: '#3b4248',
  },
  dark: {
    black: '#3a413d',
    red: '#f2857b',
    green: '#7fcf9b',
    yellow: '#e3c06f',
    blue: '#86b6f5',
    magenta: '#d0a2ec',
    cyan: '#77cdd6',
    white: '#d7dcd8',
    brightBlack: '#8a938d',
    brightRed: '#ff9d94',
    brightGreen: '#9be3b3',
    brightYellow: '#f0d48a',
    brightBlue: '#a5caff',
    brightMagenta: '#e0bcf6',
    brightCyan: '#97e0e7',
    brightWhite: '#f2f5f3',
  },
}

export function readTheme(element: HTMLElement): ITheme {
  const scheme = brightness(colour(element, '--surface')) > 128 ? 'light' : 'dark'
  const accent = colour(element, '--accent')
  return {
    ...ANSI[scheme],
    background: colour(element, '--surface'),
    foreground: colour(element, '--text'),
    cursor: accent,
    cursorAccent: colour(element, '--surface'),
    selectionBackground: colour(element, '--selected'),
    selectionInactiveBackground: colour(element, '--hover'),
  }
}

/** Calls back when the page's colours may have changed; returns how to stop that. */
export function watchTheme(changed: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast', 'data-palette', 'data-text-size'],
  })
  scheme.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    scheme.removeEventListener('change', changed)
  }
}

/** As #rrggbb: the page's own notation is newer than what the terminal reads. */
function colour(element: HTMLElement, variable: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  element.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return '#808080'
  context.fillStyle = computed
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function brightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return 0.3 * red + 0.6 * green + 0.1 * blue
}
