/** Why a command cannot be run just now; undefined when it can. */
import type { AppModel } from '../../app-model.svelte.ts'
import { commands as t } from '../../language/en/commands.ts'

export const noFiles = (app: AppModel) => (app.hasFiles ? undefined : t.noFiles)
export const nothingSaid = ({ session: { view: shown } }: AppModel) =>
  shown.items.length > 0 ? undefined : t.nothingSaid
export const follows = ({ session }: AppModel) => {
  if (session.isOutdated) return t.readOnly
  return session.role === 'follower' ? t.otherTab : undefined
}
export const running = (app: AppModel) => (app.session.running ? t.agentWorks : follows(app))
export const notOpen = (app: AppModel) => (app.session.connection === 'open' ? follows(app) : t.noSessionOpen)
