/** Before the end-to-end tests: the app is built, and the repositories that they import are packed. */
import { buildIfNeeded } from '../scripts/lib/build.mjs'
import { prepareFixtures } from './fixtures/prepare.ts'

export default async function globalSetup(): Promise<void> {
  await buildIfNeeded()
  await prepareFixtures()
}
