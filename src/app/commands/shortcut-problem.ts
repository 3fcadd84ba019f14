/** Which keys a command cannot have, and why. */
import { commands as t } from '../language/en/commands.ts'

/** Keys that browsers do not let a page have, or that the page could not be used without. */
const KEPT_BY_BROWSER = new Set([
  'Mod+N',
  'Mod+T',
  'Mod+W',
  'Mod+Shift+N',
  'Mod+Shift+T',
  'Mod+Shift+W',
  'Mod+Q',
])
const NEEDED_FOR_TEXT = new Set(['Mod+C', 'Mod+V', 'Mod+X', 'Mod+A', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y'])

/** Why these keys cannot be a command's; undefined when they can. */
export function shortcutProblem(keys: string): string | undefined {
  if (KEPT_BY_BROWSER.has(keys)) return t.browserKeeps
  if (NEEDED_FOR_TEXT.has(keys)) return t.neededForText
  const isFunctionKey = /(?:^|\+)F\d{1,2}$/.test(keys)
  if (!isFunctionKey && !/^(?:Mod|Ctrl|Meta|Alt)\+/.test(keys)) {
    return t.needsModifier
  }
  return undefined
}
