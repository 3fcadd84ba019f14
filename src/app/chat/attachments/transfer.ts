/** Content pasted or dropped into the composer that is better attached to the message. */
import { isLongPaste, type Attachments } from './attachments.svelte.ts'

/** Pictures, and texts that would fill the composer. */
export function pasteInto(attachments: Attachments, event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])]
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (files.length > 0 && text === '') {
    event.preventDefault()
    void attachments.add(files)
  } else if (isLongPaste(text)) {
    event.preventDefault()
    attachments.addText(text)
  }
}

/** An archive is not for the message: the page takes it. */
export function dropInto(attachments: Attachments, event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])]
  if (files.length === 0 || files.some(({ name }) => /\.(zip|vivarium)$/i.test(name))) return
  event.preventDefault()
  void attachments.add(files)
}
