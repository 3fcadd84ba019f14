/** Theme and contrast of the page, as the person or the system wants them. `theme.css` has what they mean. */
import { readContrast, readTheme } from '../tab-storage.ts'

const MORE = matchMedia('(prefers-contrast: more)')

/** As they were set last: at start, so that the first paint is right. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement
  const theme = readTheme()
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  if (readContrast() === 'more' || MORE.matches) dataset['contrast'] = 'more'
  else delete dataset['contrast']
}

/** From now on also when the system's contrast changes; its theme changes by itself. */
export function followSystemContrast(): void {
  MORE.addEventListener('change', applyAppearance)
}
