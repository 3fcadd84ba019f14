/** Copies the code block whose button was clicked, and says so on the button. */

/** Milliseconds that the button says "Copied". */
const SAID_MS = 1500

export async function copyCode(event: MouseEvent): Promise<void> {
  const button = event.target instanceof Element ? event.target.closest('.code-head button') : null
  const code = button?.closest('.code')?.querySelector('code')?.textContent
  if (!button || code === undefined || code === null) return
  const said = await navigator.clipboard.writeText(code).then(
    () => 'Copied',
    () => 'Not allowed',
  )
  button.textContent = said
  setTimeout(() => (button.textContent = 'Copy'), SAID_MS)
}
