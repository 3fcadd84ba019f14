/** Address and size of a session's preview, stored so that a reload of the tab does not lose them. */
import { PREVIEW_SIZES, type PreviewSize } from '../../agent/protocol/browser.ts'
import { fieldsOf } from '../../sandbox/page/fields.ts'
import { PAGE_ADDRESS_CHARS } from '../limits.ts'
import { readPreview, writePreview } from '../tab-storage.ts'

export interface KeptPreview {
  /** Undefined: a file of the workspace. */
  readonly port: number | undefined
  readonly path: string
  readonly size: PreviewSize
}

const FRESH: KeptPreview = { port: undefined, path: '', size: 'panel' }
const LAST_PORT = 65_535

/** A missing or malformed value counts as a preview that nobody has used. */
export function readKeptPreview(session: string): KeptPreview {
  try {
    return parse(JSON.parse(readPreview(session) || 'null'))
  } catch (error) {
    if (error instanceof SyntaxError) return FRESH
    throw error
  }
}

export function keepPreview(session: string, preview: KeptPreview): void {
  const isFresh = preview.port === undefined && preview.path === '' && preview.size === 'panel'
  const isKept = !isFresh && preview.path.length <= PAGE_ADDRESS_CHARS
  writePreview(session, isKept ? JSON.stringify(preview) : '')
}

function parse(value: unknown): KeptPreview {
  const { port, path, size } = fieldsOf(value)
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= LAST_PORT
  return {
    port: isPort ? port : undefined,
    path: typeof path === 'string' && path.length <= PAGE_ADDRESS_CHARS ? path : '',
    size: PREVIEW_SIZES.find((one) => one === size) ?? 'panel',
  }
}
