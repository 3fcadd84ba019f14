/** The composer's content: it survives a reload, and stays with the session that it was written for. */
import { Attachments } from '../chat/attachments/attachments.svelte.ts'
import type { Attachment } from '../chat/attachments/attachments.svelte.ts'
import { readDraft, writeDraft } from '../tab-storage.ts'

export class Draft {
  /** Pictures and texts sent along with the text. */
  readonly attachments: Attachments
  #text = $state('')
  /** Text of the session about to give way to another: from now on typed text goes to that one. */
  #left = $state.raw<string>()
  #id: string

  constructor(id: string) {
    this.#id = id
    this.#text = readDraft(id)
    this.attachments = new Attachments(id)
  }

  get text(): string {
    return this.#text
  }
  set text(text: string) {
    this.#text = text
    if (this.#left === undefined) this.keep()
  }

  /** The session is about to give way to another. */
  get isLeft(): boolean {
    return this.#left !== undefined
  }

  /** Empties it for a message. The copy for a reload stays until the message has arrived, see `keep`. */
  take(): { readonly typed: string; readonly attached: readonly Attachment[] } {
    const attached = this.attachments.take()
    const typed = this.#text.trim()
    this.#text = ''
    return { typed, attached }
  }

  /** Before what was written since. */
  putBack(text: string, attached: readonly Attachment[]): void {
    this.text = joined(text, this.#text)
    this.attachments.putBack(attached)
  }

  keep(): void {
    writeDraft(this.#id, this.#text)
  }

  leave(): void {
    this.#left = this.#text
    this.#text = ''
    this.attachments.leave()
  }

  /** The session is not left after all. */
  stay(): void {
    const left = this.#left
    if (left === undefined) return
    this.#left = undefined
    this.text = joined(left, this.#text)
    this.attachments.stay()
  }

  /** To another session; `isFirst` where none was open yet. */
  move(id: string, isFirst: boolean): void {
    const typed = this.#text
    const goesAlong = isFirst || this.#left !== undefined
    this.#left = undefined
    // Typed before it was open: it goes along. Between sessions each keeps its own.
    if (isFirst && typed !== '') writeDraft(this.#id, '')
    this.#id = id
    this.text = joined(readDraft(id), goesAlong ? typed : '')
    this.attachments.move(id, isFirst && this.attachments.items.length > 0)
  }
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
