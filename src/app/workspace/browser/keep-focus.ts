/** A page that the agent acts on may take the focus; where the person is typing, they have it back at once. */
import type { PreviewModel } from '../preview.svelte.ts'

/** Until the function that it gives is called. */
export function keepFocus(preview: Pick<PreviewModel, 'frame'>): () => void {
  const typing = document.activeElement
  if (
    !(typing instanceof HTMLElement) ||
    !typing.matches('input, textarea, [contenteditable], [contenteditable] *')
  )
    return () => undefined
  const giveBack = (): void => {
    if (document.activeElement === preview.frame && typing.isConnected) typing.focus({ preventScroll: true })
  }
  // A window hears of focus that moves into a frame only by its blur.
  window.addEventListener('blur', giveBack)
  return () => {
    window.removeEventListener('blur', giveBack)
    giveBack()
  }
}
