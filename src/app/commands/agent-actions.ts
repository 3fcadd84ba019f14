/** Actions of the commands about the agent, its model and its limits. */
import { PERMISSION_MODES } from '../../agent/protocol/permission-modes.ts'
import type { Settings } from '../../agent/protocol/settings.ts'
import type { AppModel } from '../app-model.svelte.ts'
import { keys as keysText } from '../language/en/keys.ts'
import { names } from '../language/en/names.ts'
import { policy as policyText } from '../language/en/policy.ts'
import { gateOf, modeOf, nextMode, openModes } from '../session/modes.ts'
import { THINKING_LEVELS, thinkingName } from '../settings/thinking-levels.ts'
import { formatTokens, formatUsd } from '../ui/format.ts'
import { SKIP, say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'
import { commands as t } from '../language/en/commands.ts'

/** Written into the code by the build. */
declare const __APP_VERSION__: string

export async function model(app: AppModel, name: string): Promise<LocalOutcome> {
  if (name === '') return settingsOf(app)
  return changed(app, { model: name }, t.answersNow(name))
}

export async function effort(app: AppModel, word: string): Promise<LocalOutcome> {
  if (word === '') return settingsOf(app)
  const level = THINKING_LEVELS.find((known) => known.word === word.toLowerCase())
  if (level) return changed(app, { thinkingTokens: level.tokens }, t.thinkingNow(thinkingName(level)))
  const words = THINKING_LEVELS.map((known) => `\`${known.word}\``).join(', ')
  return say(t.noEffort(word, words))
}

/** The conversation shows the result. */
export async function compact({ session }: AppModel, keep: string): Promise<LocalOutcome> {
  await session.compact(keep)
  return SKIP
}

/** Into plan mode, or out of it to what the settings have. */
export async function plan(app: AppModel): Promise<LocalOutcome> {
  const { session, settings } = app
  const usual = settings.values?.permissionMode ?? 'default'
  const leaving = modeOf(app) === 'plan'
  const next = leaving ? (usual === 'plan' ? 'default' : usual) : 'plan'
  if (!(await session.setMode(next))) return SKIP
  return say(leaving ? t.modeNow(names.modes[next]) : t.plansNow)
}

/** Into the named mode; without a word into the next one. */
export async function mode(app: AppModel, word: string): Promise<LocalOutcome> {
  if (word === '') return stepMode(app)
  // Also one that is closed: the worker says why.
  const named = PERMISSION_MODES.find((known) => known.toLowerCase() === word.toLowerCase())
  if (named) return (await app.session.setMode(named)) ? say(t.modeNow(names.modes[named])) : SKIP
  const modes = openModes(gateOf(app)).map((open) => `- \`${open}\`: ${names.modes[open]}`)
  return say(`${t.noMode(word)}\n\n${modes.join('\n')}`)
}

/** Counts from the mode asked for last, so that quick presses are as many steps. */
async function stepMode(app: AppModel): Promise<LocalOutcome> {
  const { session } = app
  const next = nextMode(modeOf(app), gateOf(app))
  if (next === undefined) return say(t.onlyMode)
  if (await session.setMode(next)) session.steppedTo = next
  return SKIP
}

export async function budget(app: AppModel, dollars: string): Promise<LocalOutcome> {
  if (dollars === '') {
    app.dialog = 'usage'
    return SKIP
  }
  const run = Number(dollars.replace(/^\$/, ''))
  if (!Number.isFinite(run) || run < 0) return say(t.noAmount(dollars))
  const limits = { ...(app.settings.values?.limits ?? { session: 0, day: 0 }), run }
  const said = run === 0 ? t.noLimit : t.runStops(formatUsd(run))
  return changed(app, { limits }, said)
}

export function status(app: AppModel): LocalOutcome {
  const { session, settings, workspace } = app
  const { values, key } = settings
  const { view, sandbox, storage } = session
  const rows = [
    [t.version, __APP_VERSION__],
    [t.session, `${view.title === '' ? t.withoutTitle : view.title} (\`${session.id}\`)`],
    [t.state, session.role === 'follower' ? t.ledByOther : names.agent[session.status]],
    [t.mode, names.modes[modeOf(app)]],
    [t.modelName, t.modelAt(values?.model ?? '…', values?.baseUrl ?? '…')],
    [policyText.policy, policyRow(app)],
    [t.key, key?.present ? t.keyThere(key.hint) : t.none],
    [t.context, t.tokens(formatTokens(view.contextTokens))],
    [t.sandbox, sandbox.status === 'ready' ? sandbox.backend : sandbox.status],
    [t.isolated, globalThis.crossOriginIsolated ? t.yes : t.notIsolated],
    [
      t.changedFiles,
      workspace.hasMoreChanges ? t.andMore(workspace.changes.length) : workspace.changes.length,
    ],
    [t.storage, storage.state],
    [t.network, navigator.onLine ? t.online : t.offline],
  ]
  return say(['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'))
}

function policyRow({ policy: { state } }: AppModel): string {
  if (state.status === 'none') return t.none
  if (state.status === 'refused') return policyText.refusedAt(state.address)
  return state.isCached ? policyText.cachedAt(state.address) : state.address
}

/** Makes a note of the text, as one of the user's. */
export async function remember({ remembering }: AppModel, text: string): Promise<LocalOutcome> {
  if (text === '') return say(t.sayText)
  const problem = await remembering.remember(text)
  const { last: remembered } = remembering
  // Said here: the composer need not say it, too.
  remembering.last = undefined
  if (problem || !remembered) return say(`${problem?.message ?? ''} ${problem?.hint ?? ''}`.trim())
  const name = `\`${remembered.path.replaceAll('`', '')}\``
  return say(remembered.isOfSession ? t.rememberedHere(name) : t.rememberedAs(name))
}

/** The keys that are kept under a passphrase. */
export async function lock({ keys }: AppModel): Promise<LocalOutcome> {
  const problem = await keys.lock()
  return say(problem ? `${problem.message} ${problem.hint ?? ''}`.trim() : keysText.lockedNow)
}

function settingsOf(app: AppModel): LocalOutcome {
  app.dialog = 'settings'
  return SKIP
}

async function changed(app: AppModel, change: Partial<Settings>, said: string): Promise<LocalOutcome> {
  const problem = await app.settings.update(change)
  return say(problem ? `${problem.message} ${problem.hint ?? ''}`.trim() : said)
}
