/** The state of things here: the connection to the model, this browser, and the record of tools that a test has found to run in a tab. */
import type { AppModel } from '../app-model.svelte.ts'
import { browser as browserText } from '../language/en/browser.ts'
import { commands as t } from '../language/en/commands.ts'
import { abilities, browserReport } from '../settings/browser-report.ts'
import { say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'
// Written by `e2e/long/tools.spec.ts`: each row with the day on which the test last wrote it.
import tools from './known-tools.json'

const CHECK_MARKS = { ok: '✓', failed: '✗', warning: '!', skipped: '–' } as const
const ABILITY_MARKS = { good: '✓', less: '–', bad: '✗' } as const

export async function doctor(app: AppModel): Promise<LocalOutcome> {
  const model = await connection(app)
  const parts = [
    [t.doctorModel, model],
    [browserText.thisBrowser, await browser(app)],
    [t.doctorTools, toolTable()],
  ]
  return say(parts.map(([title, text]) => `**${title}**\n\n${text}`).join('\n\n'))
}

async function connection({ settings }: AppModel): Promise<string> {
  const { checks, failure } = await settings.testConnection()
  if (failure) return failure.message
  return checks
    .map(({ name, state, message, fix }) => line(CHECK_MARKS[state], name, message, fix))
    .join('\n')
}

async function browser({ storage }: AppModel): Promise<string> {
  // Not in every browser; it has promised nothing then.
  const persisted = (await navigator.storage?.persisted?.()) ?? false
  return browserReport(abilities({ isKept: storage.isKept, persisted }))
    .map(({ name, state, text, fix }) => line(ABILITY_MARKS[state], name, text, fix))
    .join('\n')
}

function toolTable(): string {
  const rows = tools.map(
    ({ name, version, isSame, recorded }) =>
      `| ${name} | ${version} | ${isSame ? t.toolSame : t.toolOther} | ${recorded} |`,
  )
  const head = [`| ${t.tool} | ${t.version} | | ${t.toolRecorded} |`, '|---|---|---|---|']
  // Before the table, so that nobody takes it for what this browser was found to do.
  return [t.doctorWhich, '', ...head, ...rows].join('\n')
}

function line(mark: string, name: string, text: string, fix: string | undefined): string {
  return `- ${mark} **${name}**: ${text}${fix === undefined ? '' : `\n  ${fix}`}`
}
