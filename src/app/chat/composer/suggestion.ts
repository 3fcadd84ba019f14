/** One of the things that the composer offers for what is typed. */
export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly detail: string
  /** Why it cannot be taken. */
  readonly whyNot: string | undefined
  /** Text for the composer when it is taken. */
  readonly insert: string
  /** Taken with Enter it is run at once. */
  readonly runs: boolean
  /** It goes on being typed. */
  readonly isFolder: boolean
  /** Attachment to the message when it is taken. */
  readonly attach?: () => { readonly name: string; readonly text: string }
}
