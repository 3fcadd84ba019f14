/** The dialog of the memory, as its tests find it. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAgent } from './fake-agent/fake-agent.ts'
import { mountApp } from './mount-app.ts'
import { putNotes } from './notes.ts'

export const dialog = page.getByRole('dialog', { name: 'Memory' })
export const list = dialog.getByRole('list', { name: 'Notes' })
export const note = dialog.getByRole('textbox', { name: 'Note' })

export function button(name: string) {
  return dialog.getByRole('button', { name, exact: true })
}

/** The button of a note in the list. */
export function entry(name: string | RegExp) {
  return list.getByRole('button', { name })
}

/** Mounts the app and opens the dialog, by default on notes of all kinds. */
export async function openMemory(prepare: (fake: FakeAgent) => void = putNotes) {
  const mounted = mountApp(prepare)
  await mounted.started
  await page.getByRole('button', { name: 'Memory' }).click()
  await expect.element(dialog).toBeVisible()
  return mounted
}

/** The text that is stored now; undefined where the note is gone. */
export function stored({ memory }: FakeAgent, path: string): string | undefined {
  return memory.notes.get(path)?.at(-1)?.text
}
