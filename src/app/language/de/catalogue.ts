/** All German texts, as one chunk that is loaded when German is wanted. */
import { format } from './format.ts'
import { names } from './names.ts'
import { chat } from './chat.ts'
import { code } from './code.ts'
import { network } from './network.ts'
import { places } from './places.ts'
import { moments } from './moments.ts'
import { look } from './look.ts'
import { settingsFile } from './settings-file.ts'
import { ways } from './ways.ts'
import { browser } from './browser.ts'
import { erase } from './erase.ts'
import { ownTab } from './own-tab.ts'
import { settings } from './settings.ts'
import { templates } from './templates.ts'

export const german = {
  format,
  names,
  chat,
  code,
  network,
  places,
  moments,
  settings,
  templates,
  ownTab,
  erase,
  browser,
  ways,
  settingsFile,
  look,
}
