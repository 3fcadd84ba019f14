/** Slash commands that show a panel and send nothing (QUO-17). */

const PANELS: Readonly<Record<string, 'usage' | 'context'>> = {
  '/cost': 'usage',
  '/usage': 'usage',
  '/stats': 'usage',
  '/context': 'context',
}

/** The panel that a whole message asks for; undefined for anything else, which is for the model. */
export function panelOf(message: string): 'usage' | 'context' | undefined {
  const word = message.trim()
  return Object.hasOwn(PANELS, word) ? PANELS[word] : undefined
}
