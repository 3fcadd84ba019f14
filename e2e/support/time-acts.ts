/**
 * A user's acts on a session's past, for tests that cut them off: prepared first, so that only the act is
 * cut.
 */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { stepsOf } from '../../src/agent/protocol/steps.ts'
import type { Workbench } from './workbench.ts'

export const TIME_ACTS = ['restore', 'fork', 'redo', 'import'] as const
export type TimeActKind = (typeof TIME_ACTS)[number]

export interface TimeAct {
  /** As it was chosen: a redo where nothing was taken back is a restore. */
  readonly kind: TimeActKind
  /** Root of the files afterwards. */
  readonly after: string
  /** Resolves when the page says that it is done. */
  run(): Promise<void>
}

export interface Archive {
  /** Base64. */
  readonly zip: string
  readonly root: string
}

export interface TimeActChoice {
  readonly kind: TimeActKind
  readonly archives: readonly Archive[]
  readonly random: () => number
}

export async function prepareAct(workbench: Workbench, choice: TimeActChoice): Promise<TimeAct> {
  const { kind, archives, random } = choice
  const { page } = workbench
  const any = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error(`There is nothing to choose from for: ${kind}.`)
    return item
  }
  if (kind === 'import') {
    const { zip, root } = any(archives)
    return { kind, after: root, run: async () => expect(await importZip(page, zip)).toBe(root) }
  }
  const steps = stepsOf(await workbench.events()).flatMap(({ root, undone }, index) =>
    root === undefined ? [] : [{ root, undone, index }],
  )
  const undone = steps.filter((step) => step.undone)
  const isRedo = kind === 'redo' && undone.length > 0
  const { root, index } = any(isRedo ? undone : steps)
  await workbench.send('/rewind')
  const dialog = page.getByRole('dialog', { name: 'Timeline' })
  const row = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(index)
  const button = kind === 'fork' ? 'Fork from here' : 'Restore'
  await expect(row.getByRole('button', { name: button, exact: true })).toBeEnabled()
  const session = await sessionId(page)
  return {
    kind: kind === 'redo' && !isRedo ? 'restore' : kind,
    after: root,
    run: async () => {
      await row.getByRole('button', { name: button, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      if (kind === 'fork') await page.waitForFunction((id) => window.vivarium.session.id() !== id, session)
    },
  }
}

/** Root of what was imported. */
export function importZip(page: Page, base64: string): Promise<string> {
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    return (await window.vivarium.sandbox.importZip(bytes)).root
  }, base64)
}

export function sessionId(page: Page): Promise<string> {
  return page.evaluate(() => window.vivarium.session.id())
}
