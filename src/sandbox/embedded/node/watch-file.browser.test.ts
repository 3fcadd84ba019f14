import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

it('fs.watchFile tells of a file that is not there, comes and changes', async () => {
  const files = {
    'main.js': `const fs = require('fs')
      const steps = [() => fs.writeFileSync('f', 'one'), () => fs.writeFileSync('f', 'longer'), () => fs.unwatchFile('f')]
      fs.watchFile('f', { interval: 20 }, (now, before) => { console.log(before.size, now.size); steps.shift()() })`,
  }
  expect(await runProgram({ command: 'node main.js', files })).toEqual({
    out: '0 0\n0 3\n3 6\n',
    err: '',
    exitCode: 0,
  })
})
