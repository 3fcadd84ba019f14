/** Copies the code block whose button was clicked, and says so on the button. */
import { chat as t } from '../language/en/chat.ts'

/** Milliseconds that the button says "Copied". */
const SAID_MS = 1500

export async function copyCode(event: MouseEvent): Promise<void> {
  const button = event.target instanceof Element ? event.target.closest('.code-head button') : null
  const code = button?.closest('.code')?.querySelector('code')?.textContent
  if (!button || code === undefined || code === null) return
  const said = await navigator.clipboard.writeText(code).then(
    () => t.copied,
    () => t.notAllowed,
  )
  button.textContent = said
  setTimeout(() => (button.textContent = t.copy), SAID_MS)
}
