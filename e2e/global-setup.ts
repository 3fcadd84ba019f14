/** Before the end-to-end tests: the app is built, and the repositories that they import are packed. */
import { buildIfNeeded } from '../scripts/lib/build/build.mjs'
import { prepareFixtures } from './fixtures/prepare.ts'

export default async function globalSetup(): Promise<void> {
  // `npm test` has built before its first stage.
  if (!process.env.VIVARIUM_BUILT) await buildIfNeeded()
  await prepareFixtures()
}
