/** Output of sed: its stdout and the files of `w`. A missing final newline is added before further output. */
import { encodeText } from '../../byte-string.ts'

export class SedOutput {
  #parts: string[] = []
  #length = 0
  #lacksEnd = false

  /** Characters that wait. */
  get length(): number {
    return this.#length
  }

  /** `hasEnd` false: the input lacked the newline here. */
  line(text: string, end: string, hasEnd = true): void {
    this.text(text)
    if (hasEnd) this.#push(end)
    else this.#lacksEnd = true
  }

  text(text: string): void {
    if (this.#lacksEnd) {
      this.#lacksEnd = false
      this.#push('\n')
    }
    this.#push(text)
  }

  #push(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }

  /** Output since the last call. */
  take(): Uint8Array {
    const bytes = encodeText(this.#parts.join(''))
    this.#parts = []
    this.#length = 0
    return bytes
  }
}
