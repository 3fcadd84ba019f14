/** Why nothing can be summarised just now; undefined when it can. */
import type { AppModel } from '../../app-model.svelte.ts'
import { nothingSaid, running } from '../../commands/built-in/why-not.ts'
import { summarise as t } from '../../language/en/summarise.ts'
import type { Choices } from './part.ts'

export function whyNotSummarise(app: AppModel, { messages }: Choices): string | undefined {
  const noMessage = messages.length === 0 ? t.nothingSince : undefined
  const noNetwork = app.connection.online || app.isModelHere ? undefined : t.noNetwork
  return nothingSaid(app) ?? running(app) ?? noMessage ?? noNetwork
}
