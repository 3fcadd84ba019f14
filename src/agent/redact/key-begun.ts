/**
 * Finds the start of a private key in text that comes in pieces, from the first dashes of its frame to the
 * last.
 */
import { PEM_BEGUN, PEM_END } from './redactor.ts'

/** Frames of a key: long names in them are kept by both their ends, which is all that the patterns see. */
const FRAME_START = '-----BEGIN '.length
const FRAME_END = ' PRIVATE KEY BLOCK-----'.length
const FRAME_BEGUN = /-{1,5}$|-----(?:B|BE|BEG|BEGI|BEGIN(?: [A-Z0-9 ]*)?-{0,5})$/
const FRAME_ENDING = /-{1,5}$|-----(?:E|EN|END(?: [A-Z0-9 ]*)?-{0,5})$/

/** Watches for keys in their frames, of many lines. */
export class KeyBegun {
  #length = 0
  /** Start of the key that has not ended; -1 for none. */
  #key = -1
  #whole = 0
  /** The last characters, where they may be part of a frame, and where that begins. */
  #frame = ''
  #frameAt = 0

  /** `key`: where one begins, or may begin, that has not ended; -1 for none. `whole`: where the last that has ended ends. */
  push(piece: string): { readonly key: number; readonly whole: number } {
    this.#length += piece.length
    let text = this.#frame + piece
    let at = this.#frameAt
    // The place of a character of the piece is told from the end: the frame may have been shortened.
    const placeOf = (index: number) =>
      index === 0 && this.#frame !== '' ? at : this.#length - text.length + index
    for (;;) {
      const found = (this.#key < 0 ? PEM_BEGUN : PEM_END).exec(text)
      if (found === null) break
      const end = this.#length - text.length + found.index + found[0].length
      if (this.#key >= 0) this.#whole = end
      this.#key = this.#key < 0 ? placeOf(found.index) : -1
      text = text.slice(found.index + found[0].length)
      this.#frame = ''
    }
    const begun = text.search(this.#key < 0 ? FRAME_BEGUN : FRAME_ENDING)
    at = begun < 0 ? this.#length : placeOf(begun)
    const frame = begun < 0 ? '' : text.slice(begun)
    const isLong = frame.length > 2 * (FRAME_START + FRAME_END)
    this.#frame = isLong ? frame.slice(0, FRAME_START) + frame.slice(-FRAME_END) : frame
    this.#frameAt = at
    const begunAt = frame === '' ? -1 : at
    return { key: this.#key < 0 ? begunAt : this.#key, whole: this.#whole }
  }
}
