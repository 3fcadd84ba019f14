/** Actions of the commands about the session. */
import { fuzzyScore } from '../../agent/protocol/text/fuzzy.ts'
import type { AppModel } from '../app-model.svelte.ts'
import { SKIP, say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'
import { commands as t } from '../language/en/commands.ts'

export function clear(app: AppModel): Promise<void> {
  return app.newSession()
}

/** The session whose title fits best, or all of them to choose from. */
export async function resume(app: AppModel, title: string): Promise<LocalOutcome> {
  if (title === '') {
    app.dialog = 'sessions'
    return SKIP
  }
  await app.sessions.load()
  const letters = title.toLowerCase().replaceAll(/\s+/g, '')
  const [found] = (app.sessions.list ?? [])
    .flatMap((session) => {
      const score = session.state !== 'deleted' ? fuzzyScore(letters, session.title) : undefined
      return score === undefined ? [] : [{ session, score }]
    })
    .toSorted((a, b) => b.score - a.score)
  if (!found) return say(t.noSession(title))
  await app.openSession(found.session.id)
  return SKIP
}

export async function rename(app: AppModel, title: string): Promise<LocalOutcome> {
  if (title === '') return say(t.sayTitle)
  await app.sessions.rename(app.session.id, title)
  const { problem } = app.sessions
  return problem ? say(problem.message) : SKIP
}

/** Files and conversation as they were before going back, as long as nothing was done since. */
export async function redo({ history }: AppModel): Promise<LocalOutcome> {
  await history.load()
  const steps = history.steps ?? []
  const before = steps.findLast(({ kind }) => kind !== 'restore')
  if (before === undefined || steps.at(-1)?.kind !== 'restore')
    return say('Nothing was taken back since the last step. `/rewind` shows all of them.')
  const done = await history.restore(before, { files: true, conversation: true })
  return done ? SKIP : say(history.problem?.message ?? 'It could not be brought back.')
}

export async function fork(app: AppModel): Promise<LocalOutcome> {
  const from = app.session.id
  await app.openFrom(async (agent) => {
    const events = await agent.sessions.events(1)
    return agent.history.fork(events.at(-1)?.seq ?? 0)
  })
  return app.session.id === from ? SKIP : say(t.isFork)
}

export function find(app: AppModel, text: string): void {
  app.showFind(text)
}

export async function copy(app: AppModel): Promise<LocalOutcome> {
  const texts = app.session.view.items.flatMap((item) => {
    if (item.kind !== 'assistant') return []
    const text = item.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
    return text === '' ? [] : [text]
  })
  const answer = texts.at(-1)
  if (answer === undefined) return say(t.noAnswer)
  try {
    await navigator.clipboard.writeText(answer)
    return say(t.copied)
  } catch (error) {
    return say(t.notCopied(String(error)))
  }
}

export async function stop(app: AppModel): Promise<LocalOutcome> {
  await app.session.stop()
  return SKIP
}
