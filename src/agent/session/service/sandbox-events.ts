/** Passes sandbox events on to the parts of the service and to the page. */
import type { FilesChanged, SandboxEvent } from '../../../sandbox/contract/contract.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'
import { mayHoldConfiguration } from '../project/project-trust.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceParts } from './parts.ts'

export function onSandboxEvent(event: SandboxEvent, parts: ServiceParts, page: PageLink): void {
  if (event.type === 'files_changed') onFilesChanged(event, parts)
  parts.terminals.notice(event)
  if (event.type === 'files_changed' || event.type === 'processes_changed' || event.type === 'ports_changed')
    page.notice(event)
}

function onFilesChanged(changed: FilesChanged, parts: ServiceParts): void {
  const { paths, ignored, overflow } = changed
  parts.steering.changes.noteFiles(changed)
  // Completion of paths leaves out the ignored files, too.
  if (paths.length > 0 || overflow) parts.paths.forget()
  // A folder that was moved here, as an import moves all of them, is named without what is in it.
  if (overflow || [...paths, ...ignored].some((path) => mayHoldConfiguration(relativeTo(path))))
    void parts.project.tell()
}
