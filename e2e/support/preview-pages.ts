/** Writes pages into the workspace and shows them in the preview. */
import type { Frame, Locator, Page } from '@playwright/test'
import type { Workbench } from './workbench.ts'

/** Writes each file, by its path in the workspace. */
export async function write(workbench: Workbench, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await workbench.page.evaluate(([at, text]) => window.vivarium.sandbox.writeFile(at, text), [
      path,
      content,
    ] as const)
  }
}

/** Opens the page in the Preview tab, by hand. */
export async function show(workbench: Workbench, path: string): Promise<Frame> {
  await workbench.showPage(path)
  return workbench.previewFrame()
}

/** The headings of the page in the preview, also where it is a single document. */
export function heading(page: Page): Locator {
  return page.frameLocator('iframe[title="Preview"]').getByRole('heading')
}
