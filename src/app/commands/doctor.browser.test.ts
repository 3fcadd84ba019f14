import { afterEach, expect, it } from 'vitest'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { doctor } from './doctor.ts'
import tools from './known-tools.json'

afterEach(unmountApp)

it('says how the model is reached, what the browser can do, and which tools run', async () => {
  const { app, started } = mountApp()
  await started
  const outcome = await doctor(app)
  const said = JSON.stringify(outcome)
  for (const part of [
    'Connection to the model',
    'This browser',
    'Shared memory',
    'says what it says natively',
    'This table is a record, not a test of this browser',
    'Recorded on',
  ])
    expect(said).toContain(part)
  for (const { name, version, recorded } of tools)
    expect(said).toMatch(
      new RegExp(`\\| ${name} \\| ${version.replaceAll('.', '[.]')} \\| [^|]+ \\| ${recorded} \\|`),
    )
})
