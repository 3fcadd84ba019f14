/** Tells of news in the ways that the person has switched on; their code is loaded then. */
import type { Settings } from '../../agent/protocol/settings.ts'
import type { News } from './news.ts'

/** Never rejects: a browser that does not let it be told is no reason to stop. */
export async function tell(
  news: News,
  session: string,
  { notify, notifySound }: Pick<Settings, 'notify' | 'notifySound'>,
): Promise<void> {
  try {
    if (notify) await (await import('./notify.ts')).showNotification(news, session)
    if (notifySound) await (await import('./notify.ts')).playSound(news)
  } catch (error) {
    console.info('The browser did not tell of it:', error)
  }
}
