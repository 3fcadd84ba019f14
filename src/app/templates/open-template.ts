/** Puts a template's files in the workspace, as an imported zip would be. */
import type { AppModel } from '../app-model.svelte.ts'
import { unexpected, type Problem } from '../problem.ts'
import { templates as t } from '../language/en/templates.ts'
import type { TemplateId } from './templates.ts'

type Fetched = { readonly ok: true; readonly file: File } | { readonly ok: false; readonly problem: Problem }

/** Opens a template and shows its README, which has the next steps. Never rejects. */
export async function openTemplate(app: AppModel, id: TemplateId): Promise<void> {
  app.dialog = undefined
  const fetched = await fetchTemplate(id)
  if (!fetched.ok) return app.workspace.refuseImport(t.titles[id], fetched.problem)
  await app.importFile(fetched.file, 'template')
  if (app.workspace.imported.status === 'done') await app.showFile('README.md')
}

async function fetchTemplate(id: TemplateId): Promise<Fetched> {
  try {
    const response = await fetch(`/templates/${id}.zip`)
    // A host may answer what it has not with its page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.ok && !isPage)
      return { ok: true, file: new File([await response.arrayBuffer()], `${id}.zip`) }
    return {
      ok: false,
      problem: {
        message: t.notServed(t.titles[id], response.status),
        hint: t.reload,
      },
    }
  } catch (error) {
    return { ok: false, problem: unexpected(t.loading(t.titles[id]), error) }
  }
}
