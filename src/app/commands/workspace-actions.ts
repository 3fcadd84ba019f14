/** Actions of the commands about files and pages. */
import type { AppModel } from '../app-model.svelte.ts'
import { openTemplate } from '../templates/open-template.ts'
import { TEMPLATE_IDS } from '../templates/templates.ts'
import { templates } from '../language/en/templates.ts'
import { SKIP, say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'
import { commands as t } from '../language/en/commands.ts'

export function importArchive(app: AppModel): void {
  app.choosingArchive += 1
}

/** Without a name all are shown. */
export async function template(app: AppModel, name: string): Promise<LocalOutcome> {
  if (name === '') {
    app.dialog = 'templates'
    return SKIP
  }
  const wanted = name.toLowerCase()
  const found = TEMPLATE_IDS.find(
    (id) => id.startsWith(wanted) || templates.titles[id].toLowerCase().startsWith(wanted),
  )
  if (found === undefined) return say(templates.unknown(name, TEMPLATE_IDS.join(', ')))
  await openTemplate(app, found)
  return SKIP
}

export function openFolder(app: AppModel): Promise<void> {
  return app.localFolder.pick()
}

export function exportArchive(app: AppModel): Promise<void> {
  return app.exportWorkspace()
}

/** A page by its path, a server by its port, or what the tab showed last. */
export function preview(app: AppModel, where: string): void {
  if (where !== '') return app.showPage(where)
  app.tab = 'preview'
  app.panel = 'code'
}

export function search(app: AppModel, text: string): void {
  if (text !== '') {
    app.search.text = text
    app.search.typed()
  }
  app.showSearch()
}

export async function open(app: AppModel, path: string): Promise<LocalOutcome> {
  if (path === '') return say(t.sayWhich)
  await app.showFile(path.replace(/^@/, ''))
  return SKIP
}
