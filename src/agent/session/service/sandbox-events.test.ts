/** The page is told anew what a project brings whenever that may have changed. */
import { expect, it } from 'vitest'
import type { FilesChanged } from '../../../sandbox/contract/contract.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceParts } from './parts.ts'
import { onSandboxEvent } from './sandbox-events.ts'

function told(change: Partial<FilesChanged>): number {
  let count = 0
  // Only these are called.
  const parts = {
    steering: { changes: { noteFiles: () => undefined } },
    paths: { forget: () => undefined },
    terminals: { notice: () => undefined },
    project: { tell: async () => void (count += 1) },
  } as unknown as ServiceParts
  const event = { type: 'files_changed', paths: [], ignored: [], overflow: false, ...change } as const
  onSandboxEvent(event, parts, { notice: () => undefined } as unknown as PageLink)
  return count
}

it('tells it after a change of such a file, and of a folder that may hold one, as an import moves it in', () => {
  expect(told({ paths: ['/workspace/.claude/settings.json'] })).toBe(1)
  expect(told({ paths: ['/workspace/.mcp.json'] })).toBe(1)
  expect(told({ paths: ['/workspace/src', '/workspace/.claude'] })).toBe(1)
  expect(told({ paths: ['/workspace/.claude/commands'] })).toBe(1)
  expect(told({ ignored: ['/workspace/.claude'] })).toBe(1)
  expect(told({ overflow: true })).toBe(1)
})

it('does not look after any other change', () => {
  expect(told({ paths: ['/workspace/src/a.ts', '/workspace/.claude.md'] })).toBe(0)
  expect(told({ ignored: ['/workspace/node_modules'] })).toBe(0)
})
