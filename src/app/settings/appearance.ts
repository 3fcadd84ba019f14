/** Theme and contrast of the page, as the person or the system wants them. `theme.css` has what they mean. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { readContrast, readTheme } from '../tab-storage.ts'

type Appearance = Readonly<Record<keyof Pick<Settings, 'theme' | 'contrast'>, string>>

const MORE = matchMedia('(prefers-contrast: more)')
let wanted: Appearance | undefined

/** At start those of the last time, so that the first paint is right; a browser that keeps nothing has none. */
export function applyAppearance(
  appearance: Appearance = { theme: readTheme(), contrast: readContrast() },
): void {
  wanted = appearance
  const { theme, contrast } = appearance
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  if (contrast === 'more' || MORE.matches) dataset['contrast'] = 'more'
  else delete dataset['contrast']
}

/** From now on also when the system's contrast changes; its theme changes by itself. */
export function followSystemContrast(): void {
  MORE.addEventListener('change', () => applyAppearance(wanted))
}
