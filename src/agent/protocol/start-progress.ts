/** The agent's thread tells the page of a start that takes long, before there is anything to answer its calls. */
export interface StartProgress {
  readonly type: 'bringing_back'
  /** Bytes of the second copy of all sessions, and those of them that are in the database again. */
  readonly of: number
  readonly done: number
}

export function isStartProgress(data: unknown): data is StartProgress {
  // The other messages of that thread are comlink's, and one that is a text.
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'bringing_back'
}
