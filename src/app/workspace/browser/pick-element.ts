/** The person points at an element of the previewed page. */
import { PICK_MS } from '../../limits.ts'
import type { PreviewModel } from '../preview.svelte.ts'
import { elementText } from './element-text.ts'

interface PickOutcome {
  /** Text for the message. */
  readonly text?: string
  /** Why nothing could be picked. */
  readonly problem?: string
}

/** Nothing where nothing was picked. Asked again meanwhile, it ends the picking, however far that has come. */
export async function pickElement(preview: PreviewModel): Promise<PickOutcome> {
  const bridge = await preview.bridge()
  if (preview.picking) {
    preview.picking.abort()
    bridge.stop()
    return {}
  }
  const picking = new AbortController()
  preview.picking = picking
  try {
    // The page takes the keyboard once it listens: until then a key is heard here.
    const bridged = await bridge.act({ kind: 'pick' }, { signal: picking.signal, ms: PICK_MS })
    if (picking.signal.aborted) return {}
    if (!bridged.ok) return { problem: bridged.text }
    const { picked } = bridged.done
    return picked ? { text: elementText(picked, preview.shown) } : {}
  } finally {
    preview.picking = undefined
  }
}
