/** Lighthouse's scores of the built page as it is served, on a desktop: a first visit with empty caches. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BROWSER_ARGS, findBrowser } from '../scripts/lib/browser/find-browser.mjs'
import { expect, test } from '../e2e/support/test.ts'
import { installPackages } from './support/install-peers.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const FOLDER = join(import.meta.dirname, 'lighthouse')
const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 95 } as const
const ROUNDS = size(3, 1)
/** Milliseconds for one run. */
const RUN_MS = 180_000

interface LighthouseReport {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
      }
    >
  >
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string }>
  >
}

test('lighthouse', async ({ site }) => {
  installPackages(FOLDER)
  const reports: LighthouseReport[] = []
  while (reports.length < ROUNDS) reports.push(await lighthouse(site.url))
  report(
    'lighthouse',
    Object.entries(CATEGORIES).map(([category, target]) => {
      const scores = reports.map(({ categories }) => 100 * (categories[category]?.score ?? NaN))
      const ours = median(scores)
      return {
        what: `${category}, of ${ROUNDS} runs the one in the middle`,
        unit: 'points',
        ours,
        peer: 'all there are',
        peers: 100,
        target: String(target),
        met: ours >= target,
      }
    }),
  )
  const last = reports.at(-1)
  for (const category of Object.keys(CATEGORIES)) for (const line of missed(last, category)) console.log(line)
  expect(reports).toHaveLength(ROUNDS)
})

/** The audits of a category that had less than all. */
function missed(report: LighthouseReport | undefined, category: string): string[] {
  return (report?.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report?.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 1) return []
    return [`  ${category}: ${audit.title} ${audit.displayValue ?? ''} (${audit.score})`]
  })
}

/** Lighthouse's own word for a trace in which the beginning of the page's load is missing; it asks to be run again. */
const TRACE_LOST = 'NO_NAVSTART'
const TRIES = 3

async function lighthouse(url: string): Promise<LighthouseReport> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runLighthouse(url)
    } catch (error) {
      if (attempt === TRIES || !(error instanceof Error) || !error.message.includes(TRACE_LOST)) throw error
      console.log(`Lighthouse lost its trace (${TRACE_LOST}); run again.`)
    }
  }
}

/** This process serves the page meanwhile: it must not wait. */
async function runLighthouse(url: string): Promise<LighthouseReport> {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-lighthouse-'))
  const path = join(folder, 'report.json')
  const browser = findBrowser()
  if (browser === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH to one.')
  try {
    await promisify(execFile)(
      process.execPath,
      [
        join(FOLDER, 'node_modules/lighthouse/cli/index.js'),
        url,
        '--quiet',
        '--preset=desktop',
        '--output=json',
        `--output-path=${path}`,
        `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
        `--chrome-flags=--headless=new ${BROWSER_ARGS.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: browser }, timeout: RUN_MS },
    )
    return JSON.parse(readFileSync(path, 'utf8')) as LighthouseReport // in the form that its own program writes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
