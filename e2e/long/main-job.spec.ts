/** The main job with further repositories; `e2e/main-job.spec.ts` has the first. */
import { FIXTURES } from '../fixtures/definitions.ts'
import { doMainJob } from '../support/main-job.ts'
import { test } from '../support/test.ts'

for (const fixture of FIXTURES.slice(1)) {
  test(`makes the failing test of ${fixture.name} pass, survives a reload and gives the repository back`, ({
    workbench,
    model,
  }) => doMainJob(fixture, { workbench, model }))
}
