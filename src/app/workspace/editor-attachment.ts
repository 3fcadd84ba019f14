/** Puts a read-only editor into an element, as soon as the editor's chunk is here. */
import type { Attachment } from 'svelte/attachments'

/** Scroll positions of files seen in this tab, so that a file that changed stays where it was read. */
const positions = new Map<string, number>()

export function showText(path: string, text: string): Attachment<HTMLElement> {
  return (element) => {
    let closed = false
    let close = () => {
      closed = true
    }
    void import('./editor.ts').then(
      ({ openEditor }) => {
        if (closed) return
        const editor = openEditor(element, path, text)
        editor.scrollDOM.scrollTop = positions.get(path) ?? 0
        close = () => {
          positions.set(path, editor.scrollDOM.scrollTop)
          editor.destroy()
        }
      },
      () => element.append('The editor did not load. Check the network and open the file again.'),
    )
    return () => close()
  }
}
