import { test } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { gapsBetween, oneCallATurn, OURS, serveContenders } from './support/job.ts'
import { median } from './support/result.ts'
test('prof', async ({ page }) => {
  const contenders = await serveContenders(page)
  page.on('console', (m) => {
    if (m.text().startsWith('ERR')) console.log(m.text())
    if (m.text().startsWith('MARKS')) writeFileSync('/tmp/prof/marks.json', m.text().slice(5))
  })
  for (let i = 0; i < 3; i++) {
    const { requests } = await contenders.run(OURS, { script: oneCallATurn(50), turns: 50 })
    console.log('median gap', median(gapsBetween(requests)), requests.length)
  }
  contenders.close()
})
