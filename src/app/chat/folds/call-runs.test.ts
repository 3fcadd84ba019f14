import { describe, expect, it } from 'vitest'
import type { BlockView, ToolView, TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'
import { toldNote } from '../../testing/story.ts'
import { callRuns, countsOf } from './call-runs.ts'

const call = (id: string, tool = 'Read', rest: Partial<ToolView> = {}): ToolView => ({
  kind: 'tool',
  block: 0,
  id,
  tool,
  title: id,
  input: tool === 'Read' ? { file_path: `/workspace/${id}` } : {},
  state: 'done',
  job: undefined,
  startedAt: 0,
  output: [],
  result: 'text',
  images: [],
  display: undefined,
  durationMs: 1,
  changed: false,
  resultSeq: undefined,
  jobEndSeq: undefined,
  question: undefined,
  notes: [],
  otherNotes: 0,
  decision: undefined,
  compared: undefined,
  ...rest,
})
const said = (text: string): BlockView => ({ kind: 'text', block: 0, text, complete: true, seq: 1 })
const thought: BlockView = { kind: 'thinking', block: 0, text: 'hm', complete: true, seq: 1 }
const item = (id: string, ...blocks: BlockView[]): TranscriptItem => ({
  kind: 'assistant',
  id,
  at: 0,
  blocks,
  streaming: false,
})
const runsOf = (...items: TranscriptItem[]) =>
  [...new Set(callRuns(items).values())].map((run) => [
    run.calls.map(({ id }) => id).join(''),
    [...run.items],
  ])

describe('callRuns', () => {
  it('joins what only looked over several messages, of which all but the first are folded whole', () => {
    expect(
      runsOf(
        item('1', said('Let me see.'), call('a'), call('b', 'Grep')),
        item('2', thought, call('c')),
        item('3', call('d')),
      ),
    ).toEqual([['abcd', ['2', '3']]])
  })

  it('leaves two calls as they are', () => {
    expect(runsOf(item('1', call('a'), call('b')))).toEqual([])
  })

  it.each([
    ['text', [item('1', call('a'), call('b'), said('So.'), call('c'))]],
    ['a change', [item('1', call('a'), call('b'), call('x', 'Edit'), call('c'))]],
    [
      'a call that failed',
      [item('1', call('a'), call('b'), call('x', 'Read', { state: 'failed' }), call('c'))],
    ],
    ['a call that still runs', [item('1', call('a'), call('b'), call('x', 'Read', { state: 'running' }))]],
    ['a call that is held', [item('1', call('a'), call('b'), call('x', 'Read', { state: 'held' }))]],
    [
      'a call with notes, whatever its state',
      [item('1', call('a'), call('b'), call('x', 'Read', { notes: [toldNote()] }))],
    ],
    [
      'a picture that was read',
      [
        item(
          '1',
          call('a'),
          call('b'),
          call('x', 'Read', {
            images: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }],
          }),
        ),
      ],
    ],
    [
      'a call that differs from the recording',
      [
        item(
          '1',
          call('a'),
          call('b'),
          call('x', 'Read', {
            compared: { result: 'differs', files: 'same', recorded: undefined, roots: undefined },
          }),
        ),
      ],
    ],
    [
      'what the person says',
      [
        item('1', call('a'), call('b')),
        { kind: 'user', id: 'u', at: 0, text: 'go', images: [] } as const,
        item('2', call('c')),
      ],
    ],
  ] satisfies [string, TranscriptItem[]][])('ends at %s', (_, items) => {
    expect(runsOf(...items)).toEqual([])
  })

  it('keeps a message in view that says something below its calls', () => {
    expect(runsOf(item('1', call('a'), call('b')), item('2', call('c'), said('Found.')))).toEqual([
      ['abc', []],
    ])
  })

  it('counts files once, and searches each time', () => {
    const [run] = callRuns([
      item(
        '1',
        call('a'),
        call('b', 'Read', { input: { file_path: '/workspace/a' } }),
        call('c', 'Grep'),
        call('d', 'Glob'),
        call('e', 'LS'),
      ),
    ]).values()
    expect(run && countsOf(run)).toEqual({ read: 1, searched: 2, listed: 1 })
  })
})
