import { expect, it } from 'vitest'
import { bytes } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxError } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { Session } from '../log/session.ts'
import { UserFiles } from './user-files.ts'
import { Workspace } from './workspace.ts'

const FULL = fail('quota', 'The browser has no more room.')

/** A workspace whose checkpoints take as long as the test wants. */
async function setUp() {
  const blobs = new MemoryBlobStore()
  const memory = createMemorySandbox({ blobStore: blobs })
  const storing = Promise.withResolvers<Result<never>>()
  let isSlow = false
  const sandbox: Sandbox = { ...memory, checkpoint: () => (isSlow ? storing.promise : memory.checkpoint()) }
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: () => undefined,
    onEvent: () => undefined,
  })
  await workspace.attach(sandbox)
  await workspace.sandbox()
  isSlow = true
  // The part of a session that is read before something is stored.
  const session = { role: 'leader', facts: {} } as unknown as Session
  const files = new UserFiles({
    workspace,
    blobs,
    session: () => session,
    busy: () => false,
    newId: () => crypto.randomUUID(),
    onImportProgress: () => undefined,
  })
  return { files, endStoring: storing.resolve }
}

const write = (sandbox: Sandbox) => sandbox.writeFile({ path: 'a', data: bytes('1') })

it('goes on while a large change is being stored, and tells when that fails', async () => {
  const { files, endStoring } = await setUp()
  const told = Promise.withResolvers<SandboxError>()
  expect(await files.changeAndGoOn(write, told.resolve)).toEqual(ok(undefined))
  endStoring(FULL)
  expect(await told.promise).toEqual(FULL.error)
})

it('gives the failure back where storing ends soon', async () => {
  const { files, endStoring } = await setUp()
  endStoring(FULL)
  const late: SandboxError[] = []
  expect(await files.changeAndGoOn(write, (error) => late.push(error))).toEqual(FULL)
  expect(late).toEqual([])
})
