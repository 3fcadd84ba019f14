/** The actions on the chosen rows of the tree, for its menus and its keys. */
import type { AppModel } from '../../app-model.svelte.ts'
import { mention } from '../../chat/composer/mentions.ts'
import { parentPath } from '../file-tree.ts'
import { saveFile } from '../save-file.ts'
import { baseName } from './tree-edits.svelte.ts'
import { files as t } from '../../language/en/files.ts'

export interface TreeAction {
  readonly label: string
  readonly keys?: string
  readonly disabled: boolean
  readonly run: () => void
}

/** In groups, as the menus have them. */
export function treeActions(app: AppModel): readonly (readonly TreeAction[])[] {
  const { workspace } = app
  const { edits, active } = workspace
  const row = workspace.row(active)
  const paths = workspace.chosen
  const locked = workspace.files.locked !== '' || edits.busy
  const [one] = paths.length === 1 ? paths : []
  const folder = row?.kind === 'directory' ? row.path : parentPath(active ?? '')
  const ask = (kind: 'file' | 'folder') => () => (edits.prompt = { kind, folder })
  return [
    [
      { label: t.newFileDots, disabled: locked, run: ask('file') },
      { label: t.newFolderDots, disabled: locked, run: ask('folder') },
    ],
    [
      {
        label: t.renameDots,
        keys: 'F2',
        disabled: locked || one === undefined,
        run: () => one !== undefined && (edits.prompt = { kind: 'rename', path: one }),
      },
      {
        label: paths.length > 1 ? t.deleteItems(paths.length) : t.delete,
        keys: t.del,
        disabled: locked || paths.length === 0,
        run: () => void edits.remove(paths),
      },
    ],
    [
      {
        label: paths.length > 1 ? t.copyPaths : t.copyPath,
        disabled: paths.length === 0,
        run: () => void workspace.copy(paths.join('\n')),
      },
      { label: t.mention, disabled: paths.length === 0, run: () => mentionAll(app, paths) },
      {
        label: t.download,
        disabled: one === undefined || row?.kind === 'directory',
        run: () => one !== undefined && void download(app, one),
      },
    ],
  ]
}

/** Adds a mention of each to what stands in the message box. */
function mentionAll(app: AppModel, paths: readonly string[]): void {
  const { session } = app
  const mentions = paths.map(mention).join(' ')
  const before = session.draft === '' || /\s$/.test(session.draft) ? session.draft : `${session.draft} `
  session.draft = `${before}${mentions} `
  app.panel = 'chat'
  app.composing += 1
}

async function download({ workspace }: AppModel, path: string): Promise<void> {
  const data = await workspace.bytes(path)
  if (data) saveFile(baseName(path), data, 'application/octet-stream')
}
