/** All German texts, as one chunk that is loaded when German is wanted. */
import { format } from './format.ts'
import { names } from './names.ts'
import { errors } from './errors.ts'
import { chat } from './chat.ts'
import { reasons } from './reasons.ts'
import { code } from './code.ts'
import { keys } from './keys.ts'
import { network } from './network.ts'
import { places } from './places.ts'
import { memory } from './memory.ts'
import { moments } from './moments.ts'
import { settingsDialog } from './settings-dialog.ts'
import { ways } from './ways.ts'
import { browser } from './browser.ts'
import { erase } from './erase.ts'
import { settings } from './settings.ts'
import { templates } from './templates.ts'
import { voice } from './voice.ts'
import { usage } from './usage.ts'
import { history } from './history.ts'
import { summarise } from './summarise.ts'
import { share } from './share.ts'
import { sessions } from './sessions.ts'
import { backup } from './backup.ts'
import { backupWork } from './backup-work.ts'
import { policy } from './policy.ts'
import { project } from './project.ts'
import { demos } from './demos.ts'
import { notify } from './notify.ts'
import { ui } from './ui.ts'
import { screen } from './screen.ts'
import { commands } from './commands.ts'
import { editor } from './editor.ts'
import { preview } from './preview.ts'
import { files } from './files.ts'
import { review } from './review.ts'
import { search } from './search.ts'
import { terminal } from './terminal.ts'
import { localModels } from './local-models.ts'

export const german = {
  format,
  names,
  errors,
  reasons,
  chat,
  code,
  keys,
  network,
  places,
  memory,
  moments,
  settings,
  templates,
  voice,
  erase,
  browser,
  ways,
  settingsDialog,
  usage,
  history,
  share,
  summarise,
  sessions,
  backup,
  backupWork,
  policy,
  project,
  demos,
  notify,
  ui,
  screen,
  commands,
  editor,
  preview,
  files,
  review,
  search,
  terminal,
  localModels,
}
