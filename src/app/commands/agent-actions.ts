/** What the commands about the agent, its model and its limits do. */
import type { Settings } from '../../agent/protocol/settings.ts'
import type { AppModel } from '../app-model.svelte.ts'
import { names } from '../language/en/names.ts'
import { THINKING_LEVELS } from '../settings/thinking-levels.ts'
import { formatTokens } from '../ui/format.ts'
import { SKIP, say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'

/** Written into the code by the build. */
declare const __APP_VERSION__: string

export async function model(app: AppModel, name: string): Promise<LocalOutcome> {
  if (name === '') return settingsOf(app)
  return changed(app, { model: name }, `\`${name}\` answers from now on.`)
}

export async function effort(app: AppModel, word: string): Promise<LocalOutcome> {
  if (word === '') return settingsOf(app)
  const level = THINKING_LEVELS.find(({ name }) => name.toLowerCase() === word.toLowerCase())
  if (level) return changed(app, { thinkingTokens: level.tokens }, `Thinking: ${level.name.toLowerCase()}.`)
  const names = THINKING_LEVELS.map(({ name }) => `\`${name.toLowerCase()}\``).join(', ')
  return say(`There is no effort “${word}”; there are ${names}.`)
}

/** What comes of it stands in the conversation. */
export async function compact({ session }: AppModel, keep: string): Promise<LocalOutcome> {
  await session.compact(keep)
  return SKIP
}

/** Into plan mode, or out of it to what the settings have. */
export async function plan(app: AppModel): Promise<LocalOutcome> {
  const { session, settings } = app
  const usual = settings.values?.permissionMode ?? 'default'
  const leaving = session.view.mode === 'plan'
  const mode = leaving ? (usual === 'plan' ? 'default' : usual) : 'plan'
  if (!(await session.setMode(mode))) return SKIP
  return say(leaving ? `Mode: ${names.modes[mode]}.` : 'The agent plans now, and changes nothing.')
}

export async function budget(app: AppModel, dollars: string): Promise<LocalOutcome> {
  if (dollars === '') {
    app.dialog = 'usage'
    return SKIP
  }
  const run = Number(dollars.replace(/^\$/, ''))
  if (!Number.isFinite(run) || run < 0)
    return say(`“${dollars}” is no amount of dollars; say one as \`/budget 2.50\`.`)
  const limits = { ...(app.settings.values?.limits ?? { session: 0, day: 0 }), run }
  const said =
    run === 0 ? 'A run has no limit now.' : `A run stops when it has cost more than $${run.toFixed(2)}.`
  return changed(app, { limits }, said)
}

export function status(app: AppModel): LocalOutcome {
  const { session, settings, workspace } = app
  const { values, key } = settings
  const { view, sandbox, storage } = session
  const rows = [
    ['Version', __APP_VERSION__],
    ['Session', `${view.title === '' ? 'without a title' : view.title} (\`${session.id}\`)`],
    ['State', session.role === 'follower' ? 'led by another tab' : session.status],
    ['Mode', names.modes[view.mode ?? values?.permissionMode ?? 'default']],
    ['Model', `\`${values?.model ?? '…'}\` at ${values?.baseUrl ?? '…'}`],
    ['Key', key?.present ? `there, ends in \`${key.hint}\`` : 'none'],
    ['Context', `${formatTokens(view.contextTokens)} tokens`],
    ['Sandbox', sandbox.status === 'ready' ? sandbox.backend : sandbox.status],
    ['Isolated', globalThis.crossOriginIsolated ? 'yes' : 'no: programs are slower, some do not run'],
    ['Changed files', `${workspace.changes.length}${workspace.hasMoreChanges ? ' and more' : ''}`],
    ['Storage', storage.state],
    ['Network', navigator.onLine ? 'online' : 'offline'],
  ]
  return say(['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'))
}

const MARKS = { ok: '✓', failed: '✗', warning: '!', skipped: '–' } as const

export async function doctor(app: AppModel): Promise<LocalOutcome> {
  const { checks, failure } = await app.settings.testConnection()
  if (failure) return say(failure.message)
  return say(
    checks
      .map(
        ({ name, state, message, fix }) =>
          `- ${MARKS[state]} **${name}**: ${message}${fix === undefined ? '' : `\n  ${fix}`}`,
      )
      .join('\n'),
  )
}

function settingsOf(app: AppModel): LocalOutcome {
  app.dialog = 'settings'
  return SKIP
}

async function changed(app: AppModel, change: Partial<Settings>, said: string): Promise<LocalOutcome> {
  const problem = await app.settings.update(change)
  return say(problem ? `${problem.message} ${problem.hint ?? ''}`.trim() : said)
}
