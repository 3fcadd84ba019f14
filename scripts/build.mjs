/** `npm run build`: both origins, into dist/app and dist/sandbox. */
import { runMain } from './lib/fail.mjs'
import { buildIfNeeded } from './lib/build/build.mjs'
import { installPackages, requireNode } from './lib/setup.mjs'

await runMain(async () => {
  requireNode()
  await installPackages()
  await buildIfNeeded({ force: true })
  console.log('Built dist/app and dist/sandbox.')
})
