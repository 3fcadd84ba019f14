import { expect, it } from 'vitest'
import { readGguf } from './gguf.ts'
import { writeGguf } from './testing/gguf-writer.ts'
import { tinyModel } from './testing/tiny-model.ts'

const headOf = (file: Uint8Array<ArrayBuffer>) => (bytes: number) =>
  Promise.resolve(file.slice(0, bytes).buffer)

it('tells what a model is, and whether its template knows tools', async () => {
  expect(await readGguf(headOf(tinyModel({ says: 'Hello.' })))).toEqual({
    ok: true,
    description: {
      title: 'tiny',
      architecture: 'llama',
      contextLength: 65_536,
      chats: true,
      callsTools: true,
    },
  })
  const base = writeGguf({ 'general.architecture': 'gpt2', 'gpt2.context_length': 1_024 }, [])
  expect(await readGguf(headOf(base))).toEqual({
    ok: true,
    description: { title: '', architecture: 'gpt2', contextLength: 1_024, chats: false, callsTools: false },
  })
})

it('reads on where a large vocabulary comes before what matters', async () => {
  const tokens = Array.from({ length: 60_000 }, (_, index) => `token ${index}`)
  const file = writeGguf(
    {
      'general.architecture': 'llama',
      'tokenizer.ggml.tokens': { strings: tokens },
      'tokenizer.ggml.scores': { floats: tokens.map(() => 0) },
      'tokenizer.chat_template': '{{ messages }}',
    },
    [],
  )
  const reads: number[] = []
  const read = (bytes: number) => {
    reads.push(bytes)
    return headOf(file)(bytes)
  }
  expect(await readGguf(read)).toMatchObject({ ok: true, description: { chats: true, callsTools: false } })
  expect(reads).toHaveLength(2)
})

it('says of what is no model what is wrong with it', async () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const problem = async (file: Uint8Array<ArrayBuffer>) => {
    const read = await readGguf(headOf(file))
    return read.ok ? 'none' : read.problem
  }
  const good = tinyModel({ says: 'Hello.' })
  const changed = (change: (view: DataView) => void) => {
    const copy = good.slice()
    change(new DataView(copy.buffer))
    return copy
  }
  expect(await problem(text('<!doctype html><title>Sign in</title>'))).toBe('it is no GGUF file')
  expect(await problem(new Uint8Array(0))).toBe('it ends in the middle of its description')
  expect(await problem(good.slice(0, 3_000))).toBe('it ends in the middle of its description')
  expect(await problem(changed((view) => view.setUint32(4, 9, true)))).toBe(
    'it is of version 9 of the format; 2 and 3 are read',
  )
  expect(await problem(changed((view) => view.setBigUint64(16, 2n ** 60n, true)))).toMatch(/keys$/)
  // The length of the first key: as long as all memory.
  expect(await problem(changed((view) => view.setBigUint64(24, 2n ** 63n, true)))).toBe(
    'it ends in the middle of its description',
  )
  expect(await problem(changed((view) => view.setUint32(24 + 8 + 20, 77, true)))).toMatch(
    /unknown kind \(77\)/,
  )
  expect(await problem(writeGguf({}, []))).toBe('it does not say what model it is')
})
