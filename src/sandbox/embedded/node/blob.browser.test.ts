import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const PROGRAM = `
const fs = require('fs')
const { Blob, resolveObjectURL } = require('buffer')
async function main() {
  const blob = new Blob(['héllo ', new Uint8Array([119, 111]), new Blob(['rld'])], { type: 'Text/Plain' })
  console.log(blob.size, blob.type, await blob.text(), await blob.slice(1, -3, 'a/b').text(), await blob.slice(20).text())
  let streamed = 0
  for await (const part of blob.stream()) streamed += part.length
  console.log(streamed, new Uint8Array(await blob.slice(0, 3).arrayBuffer()))
  const url = URL.createObjectURL(blob)
  console.log(await resolveObjectURL(url).text(), (URL.revokeObjectURL(url), resolveObjectURL(url)))
  fs.writeFileSync('f.txt', 'from a file')
  const file = await fs.openAsBlob('f.txt')
  console.log(file.size, await file.slice(5).text())
  fs.writeFileSync('f.txt', 'changed')
  await file.text().catch((error) => console.log(error.name))
  const form = new FormData()
  form.append('a', new File(['x'], 'a.txt'))
  console.log(await new Response(form).formData().then((read) => read.get('a').text()))
}
main()
`

it('holds bytes, parts of them, and files as they were', async () => {
  const { out, err, exitCode } = await runProgram({ command: 'node a.js', files: { 'a.js': PROGRAM } })
  expect([exitCode, err]).toEqual([0, ''])
  expect(out.trimEnd().split('\n')).toEqual([
    '12 text/plain héllo world éllo wo ',
    '12 Uint8Array(3) [ 104, 195, 169 ]',
    'héllo world undefined',
    '11 a file',
    'NotReadableError',
    'x',
  ])
})
