/** Attachments of the message in the composer: pictures, and texts too long to stand in it. */
import type { ImageBlock } from '../../../agent/protocol/messages.ts'
import { ATTACHED_IMAGES, PASTED_CHARS, PASTED_LINES, TEXT_FILE_BYTES } from '../../limits.ts'
import type { Problem } from '../../problem.ts'
import { readAttached, writeAttached } from '../../tab-storage.ts'
import { fenced } from '../../ui/fenced.ts'
import { utf8Text } from '../../workspace/file-content.ts'
import { prepareImage } from './prepare-image.ts'
import { chat as t } from '../../language/en/chat.ts'

export type Attachment =
  | {
      readonly kind: 'image'
      readonly id: string
      readonly name: string
      readonly block: ImageBlock
    }
  | { readonly kind: 'text'; readonly id: string; readonly name: string; readonly text: string }

export class Attachments {
  #items = $state.raw<readonly Attachment[]>([])
  /** Why something that was given is not among them. */
  problem = $state.raw<Problem>()
  #session: string
  /** Attachments of the session that is about to give way to another. */
  #left: readonly Attachment[] | undefined

  constructor(session: string) {
    this.#session = session
    this.#items = storedIn(session)
  }

  get items(): readonly Attachment[] {
    return this.#items
  }

  /** Another session is being opened: what is here stays with this one, what is added from now on goes to that one. */
  leave(): void {
    this.#left ??= this.#items
    this.#items = []
  }

  /** It did not come to that. */
  stay(): void {
    const left = this.#left ?? []
    this.#left = undefined
    this.#set([...left, ...this.#items])
  }

  /** Another session is here, with its own; `goesAlong`: these were given before the first was open. */
  move(session: string, goesAlong: boolean): void {
    const added = goesAlong || this.#left ? this.#items : []
    if (goesAlong) this.#set([])
    this.#left = undefined
    this.#session = session
    this.#set([...storedIn(session), ...added])
  }

  /** Pictures, and files with text; of anything else `problem` tells. */
  async add(files: readonly File[]): Promise<void> {
    this.problem = undefined
    for (const file of files) {
      const added = file.type.startsWith('image/') ? await imageOf(file) : await textOf(file)
      if ('message' in added) this.problem = added
      else if (added.kind === 'image' && imagesIn(this.#items).length >= ATTACHED_IMAGES)
        this.problem = {
          message: t.tooManyImages(ATTACHED_IMAGES, file.name),
          hint: t.sendFirst,
        }
      else this.#set([...this.#items, added])
    }
  }

  addText(text: string, named?: string): void {
    const number = this.#items.filter(({ kind }) => kind === 'text').length + 1
    this.#set([...this.#items, { kind: 'text', id: newId(), name: named ?? t.pastedText(number), text }])
  }

  remove(id: string): void {
    this.problem = undefined
    this.#set(this.#items.filter((item) => item.id !== id))
  }

  /** All of them, which are no longer here. */
  take(): readonly Attachment[] {
    const items = this.#items
    this.problem = undefined
    this.#set([])
    return items
  }

  putBack(items: readonly Attachment[]): void {
    this.#set([...items, ...this.#items])
  }

  #set(items: readonly Attachment[]): void {
    this.#items = items
    if (this.#left === undefined)
      writeAttached(this.#session, items.length === 0 ? '' : JSON.stringify(items))
  }
}

export function imagesIn(items: readonly Attachment[]): readonly ImageBlock[] {
  return items.flatMap((item) => (item.kind === 'image' ? [item.block] : []))
}

/** One that was sent already, and is taken back. */
export function attachedImage(block: ImageBlock): Attachment {
  return { kind: 'image', id: newId(), name: t.picture, block }
}

/** A text that would hide the message it is pasted into. */
export function isLongPaste(text: string): boolean {
  return text.length > PASTED_CHARS || text.split('\n', PASTED_LINES + 1).length > PASTED_LINES
}

/** The message with its long texts below it, each named and fenced so that neither ends early. */
export function withTexts(typed: string, attached: readonly Attachment[]): string {
  const texts = attached.flatMap((item) =>
    item.kind === 'text' ? [`${item.name}:\n${fenced(item.text.replace(/\n$/, ''))}`] : [],
  )
  return [typed, ...texts].filter((text) => text !== '').join('\n\n')
}

async function imageOf(file: File): Promise<Attachment | Problem> {
  const block = await prepareImage(file)
  if (!block)
    return {
      message: t.noPicture(file.name),
      hint: t.attachAs,
    }
  return { kind: 'image', id: newId(), name: file.name || t.picture, block }
}

async function textOf(file: File): Promise<Attachment | Problem> {
  const hint = t.importIt
  if (file.size > TEXT_FILE_BYTES) return { message: t.tooLarge(file.name), hint }
  const text = utf8Text(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined) return { message: t.neither(file.name), hint }
  return { kind: 'text', id: newId(), name: file.name, text: text.replace(/^\ufeff/, '') }
}

/** Ignores attachments that another version of the page stored in another form. */
function storedIn(session: string): readonly Attachment[] {
  try {
    const stored: unknown = JSON.parse(readAttached(session) || '[]')
    return Array.isArray(stored) ? stored.filter(isAttachment) : []
  } catch {
    return []
  }
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'id' in value && 'name' in value))
    return false
  if (value.kind === 'text') return 'text' in value && typeof value.text === 'string'
  // The agent checks the picture itself before it is sent.
  const block = value.kind === 'image' && 'block' in value ? value.block : undefined
  return typeof block === 'object' && block !== null && 'source' in block
}

function newId(): string {
  return crypto.randomUUID()
}
