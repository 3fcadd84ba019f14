/** Where sed writes: its own output and the files of `w`. A newline that was missing comes with what follows. */
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

  /** What was written since the last time. */
  take(): Uint8Array {
    const bytes = encodeText(this.#parts.join(''))
    this.#parts = []
    this.#length = 0
    return bytes
  }
}
