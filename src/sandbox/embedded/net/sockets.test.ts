import { expect, it } from 'vitest'
import { NO_EGRESS } from '../../contract/egress.ts'
import { SOCKETS_MAX } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { StreamSocket } from './socket.ts'
import { Sockets } from './sockets.ts'

const PATH = { path: '/tmp/server' }

function codeOf(action: () => unknown): string {
  try {
    action()
    return 'ok'
  } catch (error) {
    if (error instanceof Errno) return error.code
    throw error
  }
}

it('holds no more connections than there may be, and takes others when some are closed', () => {
  const sockets = new Sockets(NO_EGRESS)
  const listener = sockets.listen(PATH)
  const connect = (): StreamSocket => {
    const socket = sockets.connect(PATH, { execId: 'test', command: 'test', operation: 'test', run: 'test' })
    listener.tryAccept()
    if (socket instanceof Promise) throw new Error('A path is connected to at once.')
    return socket
  }
  const held = Array.from({ length: SOCKETS_MAX }, connect)
  expect(codeOf(connect)).toBe('ENFILE')
  held[0]?.sink.close()
  held[0]?.sink.close()
  expect(codeOf(connect)).toBe('ENFILE')
  held[0]?.source.close()
  expect([codeOf(connect), codeOf(connect)]).toEqual(['ok', 'ENFILE'])
})

it('has no more listeners than there may be', () => {
  const sockets = new Sockets(NO_EGRESS)
  const listeners = Array.from({ length: SOCKETS_MAX }, (_, at) => sockets.listen({ path: `/tmp/${at}` }))
  expect(codeOf(() => sockets.listen(PATH))).toBe('ENFILE')
  listeners[5]?.close()
  expect(codeOf(() => sockets.listen(PATH))).toBe('ok')
})
