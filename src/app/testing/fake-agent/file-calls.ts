/** The workspace of the fake agent. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'
import type {
  CommitOutcome,
  EditedFiles,
  FileEdit,
  RejectedChange,
  ReviewedFile,
} from '../../../agent/protocol/calls/files.ts'
import { searchCalls } from './search-calls.ts'
import type { FakeAgent } from './fake-agent.ts'
import { editMap, entriesOf, changesOf } from './file-map.ts'

export function fileCalls(
  fake: FakeAgent,
): Pick<AgentApi, 'files' | 'workspace' | 'steeringFiles' | 'instructions'> {
  const read = (files: Map<string, Uint8Array>, path: string) => {
    const data = files.get(relativeTo(path))
    return data ? ok(data) : fail('not_found', `${path} does not exist.`)
  }
  return {
    files: {
      read: async (path: string) => read(fake.files, path),
      write: async (path: string, data: Uint8Array) => {
        fake.files.set(relativeTo(path), data)
        return ok(undefined)
      },
      edit: async (edits: readonly FileEdit[]) => {
        const failed = editMap(fake.files, edits)
        fake.calls.push(
          ...edits.map(
            (edit) => `edit: ${edit.kind} ${edit.kind === 'move' ? `${edit.from} ${edit.to}` : edit.path}`,
          ),
        )
        return failed ?? ok({ before: 'before', after: 'after' })
      },
      reject: async (edits: readonly FileEdit[], rejected: readonly RejectedChange[]) => {
        const failed = editMap(fake.files, edits)
        fake.calls.push(...rejected.map(({ path, what }) => `reject: ${path} ${what}`))
        return failed ?? ok({ before: 'before', after: 'after' })
      },
      committedVersions: async (paths: readonly string[]) => ok(paths.map(() => undefined)),
      commitReviewed: async (
        message: string,
        files: readonly ReviewedFile[],
      ): Promise<Result<CommitOutcome>> => {
        const said = files.map(({ path, content }) => `${path} ${describe(content)}`)
        fake.calls.push(`commit: ${message} | ${said.join(' | ')}`)
        return ok(fake.committed)
      },
      undoEdit: async ({ before }: EditedFiles) => {
        fake.calls.push(`undo: ${before}`)
        return ok(undefined)
      },
      gitStatus: async () => ok(fake.gitFiles),
      filterPaths: async (text: string, limit: number) => {
        const paths = [...fake.files.keys()].filter((path) => path.toLowerCase().includes(text.toLowerCase()))
        return ok({ paths: paths.slice(0, limit), total: paths.length })
      },
      ...searchCalls(fake),
      list: async (path: string) => ok(entriesOf(fake.files, relativeTo(path))),
      findPaths: async (query: string) =>
        ok([...fake.files.keys()].filter((path) => path.toLowerCase().includes(query.toLowerCase()))),
    },
    workspace: {
      importArchive: async (name: string, data: Uint8Array) => {
        fake.calls.push(`import: ${name} ${data.length}`)
        return fail('archive', `${name} is damaged: its directory cannot be read.`, {
          hint: 'Pack it again.',
        })
      },
      cancelImport: async () => undefined,
      exportArchive: async () => ok({ name: 'workspace.zip', data: new Uint8Array([80, 75]), heldBack: [] }),
      checkpoint: async () => ok('root'),
      restore: async (root: string) => {
        fake.calls.push(`restore: ${root}`)
        return ok(undefined)
      },
      changes: async () => ok({ changes: changesOf(fake), areAll: true }),
    },
    steeringFiles: {
      pending: async () => ok(fake.steering),
      versions: async ({ path }) => ok({ now: new TextEncoder().encode(`New text of ${path}\n`) }),
      accept: async (changes) => {
        fake.calls.push(...changes.map(({ path }) => `accept: ${path}`))
        fake.steering = fake.steering.filter((known) => !changes.includes(known))
        return ok(undefined)
      },
    },
    instructions: {
      list: async () => fake.instructions,
      tellWhole: async (path) => {
        fake.calls.push(`tell whole: ${path}`)
        return ok(undefined)
      },
      fetch: async (address) => fake.fetched ?? fail('not_found', `${address} was not fetched.`),
      decide: async ({ address, hash, isAccepted }) => {
        fake.calls.push(`${isAccepted ? 'accept' : 'refuse'}: ${address} ${hash}`)
        return ok(undefined)
      },
    },
  }
}

function describe(content: ReviewedFile['content']): string {
  if (!content) return 'removed'
  return JSON.stringify(content.kind === 'file' ? new TextDecoder().decode(content.data) : content.target)
}
