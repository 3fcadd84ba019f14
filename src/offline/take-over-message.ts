/** Page to a service worker that waits: the person wants the version that it has kept. */
export interface TakeOverMessage {
  readonly type: 'vivarium-take-over'
}

export function isTakeOverMessage(data: unknown): data is TakeOverMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'vivarium-take-over'
}
