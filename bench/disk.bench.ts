/** Bytes that the second copy takes on the disk, beside all that there is but once, after a browser has ended and begun again. */
import { writeFile } from 'node:fs/promises'
import { createProfile } from '../e2e/support/chromium.ts'
import type { Profile } from '../e2e/support/chromium.ts'
import { BIG, zipRepository } from '../e2e/fixtures/big-repository.ts'
import type { ModelServer } from '../e2e/model-server/contract.ts'
import { text, toolUse } from '../e2e/model-server/turn.ts'
import type { Site } from '../e2e/support/site.ts'
import { expect, test } from '../e2e/support/test.ts'
import { Workbench } from '../e2e/support/workbench.ts'
import { longTranscript } from './support/long-transcript.ts'
import { report } from './support/result.ts'
import { size } from './support/size.ts'
import { words } from './support/words.ts'

const FACTOR = 1.3
const MESSAGES = size(10_000, 100)
const TURNS = size(60, 2)

interface Disk {
  /** Databases, and contents in files. */
  readonly once: number
  /** Journals, and copies of values. */
  readonly copies: number
}

interface Given {
  readonly workbench: Workbench
  readonly model: ModelServer
  /** The path of a file with these bytes. */
  readonly file: (name: string, data: string | Uint8Array) => Promise<string>
}

const KINDS = {
  [`a transcript of ${MESSAGES.toLocaleString('en')} messages`]: async ({ workbench, file }: Given) => {
    await workbench.page
      .getByLabel('Repository zip')
      .setInputFiles(await file('t.jsonl', longTranscript(MESSAGES)))
    await expect(workbench.page.getByText(`Answer ${MESSAGES / 2 - 1} :`)).toBeVisible({ timeout: 120_000 })
  },
  [`${TURNS} turns that write random words`]: async ({ workbench, model }: Given) => {
    await workbench.configure(model)
    for (let turn = 0; turn < TURNS; turn++)
      await workbench.page.evaluate((prompt) => window.vivarium.session.send(prompt), `Turn ${turn}`)
  },
  'an import of 2,000 files, 20 MB': async ({ workbench, file }: Given) => {
    await workbench.importZip(await file('big.zip', zipRepository(BIG)))
  },
}

test('disk', async ({ site, model }, info) => {
  test.setTimeout(600_000)
  model.setScript(({ body }) => {
    const messages = Array.isArray(body['messages']) ? body['messages'] : []
    const count = messages.length
    if (!JSON.stringify(messages.at(-1)).includes('Turn '))
      return { content: [text(words(count + 3, 2_500))] }
    const path = `f${count % 20}.md`
    return {
      content: [
        text(words(count, 1_500)),
        toolUse('Write', { file_path: `/workspace/${path}`, content: words(count + 7, 4_000) }),
        toolUse('Bash', { command: `head -c 3000 ${path}`, description: 'Look' }),
      ],
    }
  })
  const file = async (name: string, data: string | Uint8Array) => {
    const path = info.outputPath(name)
    await writeFile(path, data)
    return path
  }
  const rows = []
  for (const [what, fill] of Object.entries(KINDS)) {
    const { once, copies } = await filled(site, (workbench) => fill({ workbench, model, file }))
    rows.push({
      what: `on the disk after ${what}`,
      unit: 'kB' as const,
      ours: (once + copies) / 1000,
      peer: 'without the second copy',
      peers: once / 1000,
      target: `${FACTOR} times`,
      met: once + copies <= FACTOR * once,
    })
  }
  report('disk', rows)
})

/** A profile that has been used and left, and opened again, as it lies on the disk. */
async function filled(site: Site, fill: (workbench: Workbench) => Promise<void>): Promise<Disk> {
  const profile = await createProfile()
  try {
    await used(profile, site, fill)
    // The log of changes is merged into the database at its next start; what is complete is compressed when it is left.
    const files = await used(profile, site, async ({ page }) => {
      await page.getByRole('button', { name: 'New session' }).click()
      await page.waitForTimeout(8_000)
    })
    const { contents = 0, journal = 0, values = 0 } = files
    return { once: (await profile.databaseBytes()) + contents, copies: journal + values }
  } finally {
    await profile.remove()
  }
}

/** Bytes of the files at the end, by folder. */
async function used(
  profile: Profile,
  site: Site,
  use: (workbench: Workbench) => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  const { page, kill } = await profile.launch()
  try {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await workbench.events()
    await use(workbench)
    await workbench.exec('true')
    // Copies are completed, and contents moved into files, some seconds after the start.
    await page.waitForTimeout(8_000)
    return await page.evaluate(fileBytes)
  } finally {
    await kill()
  }
}

/** In the page. */
async function fileBytes(): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {}
  const add = async (folder: FileSystemDirectoryHandle, top?: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      const at = top ?? name
      if (handle.kind === 'directory') await add(handle, at)
      else bytes[at] = (bytes[at] ?? 0) + (await handle.getFile()).size
    }
  }
  await add(await navigator.storage.getDirectory())
  return bytes
}
