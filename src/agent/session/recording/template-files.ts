/**
 * The files of a bundled template, which a link of a session that began with one need not carry. They are a file of the app's own
 * origin, kept for offline use.
 */
import { unzipSync } from 'fflate'
import { TEMPLATE_BYTES } from '../../limits.ts'
import { BUNDLED_TEMPLATES } from '../../protocol/bundled-templates.ts'
import type { AgentEvent } from '../../protocol/events.ts'

export interface Template {
  readonly id: string
  /** By their paths in the template. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/** Undefined where there is no such template. */
export type ReadTemplate = (id: string) => Promise<Template | undefined>

const IDS: ReadonlySet<string> = new Set(BUNDLED_TEMPLATES)

/** Reads them from `origin`. */
export function templatesAt(origin: string, ask: (url: string) => Promise<Response>): ReadTemplate {
  return async (id) => {
    if (!IDS.has(id)) return undefined
    const data = await archiveAt(`${origin}/templates/${id}.zip`, ask)
    return data && { id, files: filesIn(data) }
  }
}

/** The one that a session may have begun with: by the name of its first import, which is no more than a hint. */
export function templateIn(events: readonly AgentEvent[]): string | undefined {
  const imported = events.find((event) => event.type === 'workspace_imported')
  const id = imported?.name.replace(/\.zip$/, '')
  return id !== undefined && IDS.has(id) ? id : undefined
}

async function archiveAt(
  url: string,
  ask: (url: string) => Promise<Response>,
): Promise<Uint8Array | undefined> {
  try {
    const response = await ask(url)
    // A host may answer what it has not with its page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    return response.ok && !isPage ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined // Offline and never kept: as one that is not there.
  }
}

function filesIn(archive: Uint8Array): Template['files'] {
  const files = unzipSync(archive, { filter: ({ originalSize }) => originalSize <= TEMPLATE_BYTES })
  return new Map(Object.entries(files).filter(([path]) => !path.endsWith('/')))
}
