/**
 * The page on which all that is stored is deleted: one without agent and sandbox, that hold what is to go. Nothing happens before the
 * button is pressed, whoever led here.
 */
import { chooseLanguage } from '../language/choose-language.ts'
import { erase as t } from '../language/en/erase.ts'
import { applyAppearance } from '../settings/appearance.ts'
import { eraseAll } from './erase-all.ts'

applyAppearance()
const part = (id: string) => document.getElementById(id)
const button = part('erase')
const say = (text: string) => part('said')?.replaceChildren(text)

await chooseLanguage()
document.title = `${t.title} Vivarium`
part('title')?.replaceChildren(t.title)
part('what')?.replaceChildren(t.whatGoes)
part('back')?.replaceChildren(t.keepAll)
button?.replaceChildren(t.deleteAll)
button?.addEventListener('click', () => void erase())

async function erase(): Promise<void> {
  button?.toggleAttribute('disabled', true)
  say(t.deleting)
  const left = await eraseAll({ onWaiting: (parts) => say(t.waiting(parts.join(', '))) })
  part('back')?.replaceChildren(t.beginAnew)
  button?.toggleAttribute('hidden', left.length === 0)
  button?.toggleAttribute('disabled', false)
  say(left.length === 0 ? t.done : t.left(left.join(', ')))
}
