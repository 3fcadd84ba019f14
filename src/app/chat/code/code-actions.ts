/** Actions of the buttons at a block of code in an answer. */
import { chat as t } from '../../language/en/chat.ts'

/** A block of an answer, for a file. */
export interface AnswerCode {
  readonly code: string
  /** As the block names it, relative to the workspace. */
  readonly path: string | undefined
}

export interface CodeActions {
  /** Reviewed before it is written. */
  apply(code: AnswerCode): void
  open(code: AnswerCode): void
}

/** Milliseconds that the button says "Copied". */
const SAID_MS = 1500

/** Acts on a click on one of the buttons. */
export function onCodeClick(event: MouseEvent, actions?: CodeActions): void {
  const button = event.target instanceof Element ? event.target.closest('.code-head button') : null
  const block = button?.closest('.code')
  const code = block?.querySelector('code')?.textContent
  if (!button || !block || code === undefined || code === null) return
  const path = block.querySelector('.code-head .path')?.textContent ?? undefined
  if (button.classList.contains('apply')) actions?.apply({ code, path })
  else if (button.classList.contains('open')) actions?.open({ code, path })
  else void copy(button, code)
}

async function copy(button: Element, code: string): Promise<void> {
  const said = await navigator.clipboard.writeText(code).then(
    () => t.copied,
    () => t.notAllowed,
  )
  button.textContent = said
  setTimeout(() => (button.textContent = t.copy), SAID_MS)
}
