/** A PDF in the workspace, read in the tab: the library comes with the first one. */
import { pdfOf } from '../../src/agent/tools/files/testing/pdf.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('the agent reads a PDF of the workspace, and is told of one that it cannot read', async ({
  workbench,
  model,
}) => {
  model.setScript([
    {
      content: [
        toolUse('Read', { file_path: 'spec.pdf', pages: '2-3' }),
        toolUse('Read', { file_path: 'locked.pdf' }),
      ],
    },
    { content: [text('I have read it.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  const files = {
    'spec.pdf': pdfOf([['Chapter one'], ['Chapter two', 'has two lines'], ['Chapter three']]),
    'locked.pdf': pdfOf([['secret']], { encrypted: true }),
  }
  for (const [path, data] of Object.entries(files)) {
    await workbench.page.evaluate(
      ([name, bytes]) => window.vivarium.sandbox.writeFile(name, Uint8Array.from(bytes)),
      [path, [...data]] as const,
    )
  }
  await workbench.ask('Read the specification')
  const results = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(results).toContain('--- Page 2 ---\\nChapter two\\nhas two lines')
  expect(results).toContain('Chapter three')
  expect(results).not.toContain('Chapter one')
  expect(results).toContain('is encrypted with a password')
  expect(model.rejections).toEqual([])
  await expect(workbench.tool('Read').first()).toContainText('done')
  await expect(workbench.tool('Read').last()).toContainText('failed')
})
