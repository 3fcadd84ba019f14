/** Page to service worker: there is time now to keep the program's files. */
export interface KeepMessage {
  readonly type: 'vivarium-keep'
}

export function isKeepMessage(data: unknown): data is KeepMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'vivarium-keep'
}
