/** Slash commands that show a panel and send nothing (QUO-17). */

type Panel = 'usage' | 'context' | 'timeline' | 'share'

const PANELS: Readonly<Record<string, Panel>> = {
  '/cost': 'usage',
  '/usage': 'usage',
  '/stats': 'usage',
  '/context': 'context',
  '/rewind': 'timeline',
  '/share': 'share',
}

/** The panel that a whole message asks for; undefined for anything else, which is for the model. */
export function panelOf(message: string): Panel | undefined {
  const word = message.trim()
  return Object.hasOwn(PANELS, word) ? PANELS[word] : undefined
}
