/** The work on second copies that nobody waits for: after the start, one part after the other. */
import type { PageLink } from './page-link.ts'
import type { ServiceOptions, ServiceParts } from './parts.ts'

/** Never rejects: a part that fails is tried again with the next start. */
export async function completeCopies(
  { secondCopy, copies }: Pick<ServiceOptions, 'secondCopy' | 'copies'>,
  { moveContents }: ServiceParts,
  page: PageLink,
): Promise<void> {
  await tried('Sessions were not compared', async () => {
    const sessions = (await secondCopy?.tidy()) ?? 0
    if (sessions === 0) return
    page.notice({ type: 'brought_back', sessions, events: 0 })
    page.notice({ type: 'sessions_changed' })
  })
  await tried('Small values were not compared', async () => copies?.evenOut())
  await tried('Contents were not moved', moveContents)
}

async function tried(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.info(`${failure}:`, error)
  }
}
