/** Tests that every back end must pass. Run them with `describeSandboxContract` in a test of the back end. */
import { afterEach, beforeEach, describe, it } from 'vitest'
import { archiveTests } from './contract-archive-suite.ts'
import { changeTests } from './contract-changes-suite.ts'
import { execTests } from './contract-exec-suite.ts'
import { fileTests } from './contract-files-suite.ts'
import { forkOpenedTests, forkProgramTests, forkResultsTests } from './contract-fork-programs-suite.ts'
import { forkTests, refusesForks } from './contract-fork-suite.ts'
import { historyTests } from './contract-history-suite.ts'
import { openedTests } from './contract-opened-suite.ts'
import { readOnlyTests } from './contract-read-only-suite.ts'
import { refusesResults, resultTests } from './contract-results-suite.ts'
import { searchTests } from './contract-search-suite.ts'
import { shellTests } from './contract-shell-suite.ts'
import type { ContractContext, ContractSubject } from './contract-test-support.ts'
import type { Sandbox } from '../contract.ts'
import { MemoryBlobStore } from '../../memory/blob-store.ts'

export function describeSandboxContract(name: string, subject: ContractSubject): void {
  const { create, createOther = create, capabilities } = subject
  describe(`sandbox contract: ${name}`, () => {
    let context: ContractContext | undefined
    let open: Sandbox[] = []
    const current = (): ContractContext => {
      if (context === undefined) throw new Error('only within a test')
      return context
    }

    beforeEach(async () => {
      const blobs = new MemoryBlobStore()
      const opened = async (created: Sandbox | Promise<Sandbox>): Promise<Sandbox> => {
        const sandbox = await created
        open.push(sandbox)
        return sandbox
      }
      const sandbox = await opened(create(blobs))
      context = { sandbox, blobs, another: () => opened(createOther(blobs)) }
    })
    afterEach(async () => {
      await Promise.all(open.map((sandbox) => sandbox.dispose()))
      open = []
    })

    describe('files', () => fileTests(current))
    describe('changes', () => changeTests(current))
    describe.runIf(capabilities.shell)('commands', () => execTests(current, capabilities.separateStderr))
    // No test is made for what a back end does not offer: it would count as skipped.
    if (capabilities.readOnly) describe('commands that only look', () => readOnlyTests(current))
    if (capabilities.opened) describe('withheld files that commands open', () => openedTests(current))
    if (capabilities.results) describe('results', () => resultTests(current))
    else it('says that it shows no results', () => refusesResults(current()))
    if (capabilities.openShells) describe('shells', () => shellTests(current))
    if (capabilities.forks) {
      describe('forks', () => {
        forkTests(current)
        if (capabilities.openShells) forkProgramTests(current)
        if (capabilities.opened) forkOpenedTests(current)
        if (capabilities.results) forkResultsTests(current)
      })
    } else it('says that it cannot be forked', () => refusesForks(current()))
    describe('history', () => historyTests(current))
    describe('archives', () => archiveTests(current))
    describe('search', () => searchTests(current))
  })
}
