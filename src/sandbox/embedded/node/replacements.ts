/** Library modules that are served by packages of ours instead of Node's bundled ones. */
import * as acorn from 'acorn'
import { UnavailableError } from './bindings/binding.ts'
import type { LibraryFunction } from './library.ts'
import { transformTypeScript } from './typescript.ts'

interface ModuleLike {
  exports: unknown
}

/** Node bundles a compiler for type stripping; here the workspace's TypeScript goes through sucrase. */
function typeStripper(...args: unknown[]): void {
  ;(args[2] as ModuleLike).exports = {
    transformSync: (source: string, options: { filename?: string }) => ({
      code: transformTypeScript(source, options.filename ?? ''),
      map: undefined,
    }),
  }
}

function parser(...args: unknown[]): void {
  ;(args[2] as ModuleLike).exports = acorn
}

/** The browser's own classes, captured before they are hidden. They carry data; nothing here opens a connection. */
const { FormData, Headers, Request, Response } = globalThis

/** Node bundles a client for `fetch`; programs have no network here yet, and are told so. */
function webClient(...args: unknown[]): void {
  const closed = (what: string) =>
    new UnavailableError(what, 'Programs in this sandbox have no network connection.')
  class WebSocket {
    constructor() {
      throw closed('WebSocket')
    }
  }
  ;(args[2] as ModuleLike).exports = {
    fetch: () => Promise.reject(closed('fetch')),
    FormData,
    Headers,
    Request,
    Response,
    WebSocket,
    EventSource: WebSocket,
    MessageEvent: globalThis.MessageEvent,
    CloseEvent: WebSocket,
  }
}

const REPLACEMENTS: Readonly<Record<string, LibraryFunction>> = {
  'internal/deps/amaro/dist/index': typeStripper,
  'internal/deps/undici/undici': webClient,
  'internal/deps/acorn/acorn/dist/acorn': parser,
}

export function replacementFor(id: string): LibraryFunction | undefined {
  return Object.hasOwn(REPLACEMENTS, id) ? REPLACEMENTS[id] : undefined
}
