/** Why make stops. */
export class MakeError extends Error {
  /** `FILE:LINE`, or undefined where it is about no line. */
  readonly place: string | undefined

  constructor(message: string, place?: string) {
    super(message)
    this.name = 'MakeError'
    this.place = place
  }
}
