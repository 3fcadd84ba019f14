/** A regular expression that is none; the message is GNU's. */
export class RegexError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RegexError'
  }
}
