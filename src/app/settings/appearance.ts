/** How the page looks, as the person or the system wants it. `theme.css` has what each choice means. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { readLook, writeLook } from '../tab-storage.ts'

/** With what is meant when nothing is said. */
const USUAL = {
  theme: 'system',
  contrast: 'system',
  palette: 'usual',
  textSize: 'normal',
  density: 'comfortable',
} as const satisfies Partial<Settings>
type Appearance = Readonly<Record<keyof typeof USUAL, string>>
// The keys of the object are its own.
const NAMES = Object.keys(USUAL) as (keyof Appearance)[]

const MORE = matchMedia('(prefers-contrast: more)')
let wanted: Appearance | undefined

/** At start that of the last time, so that the first paint is right; a browser that keeps nothing has none. */
export function applyAppearance(appearance: Appearance = kept()): void {
  wanted = appearance
  const { dataset } = document.documentElement
  for (const name of NAMES) {
    const value = name === 'contrast' && MORE.matches ? 'more' : appearance[name]
    if (value === USUAL[name]) delete dataset[name]
    else dataset[name] = value
  }
}

export function keepAppearance(appearance: Appearance): void {
  for (const name of NAMES) writeLook(name, appearance[name])
}

/** From now on also when the system's contrast changes; its theme changes by itself. */
export function followSystemContrast(): void {
  MORE.addEventListener('change', () => applyAppearance(wanted))
}

function kept(): Appearance {
  const look: Record<string, string> = {}
  for (const name of NAMES) look[name] = readLook(name) || USUAL[name]
  // All names were just filled in.
  return look as Appearance
}
