import { expect, it } from 'vitest'
import { modelAddress } from './model-address.ts'

it('names the file, and all parts of a model that was split', () => {
  expect(modelAddress('https://example.org/a/qwen2.5-q4_k_m.gguf?download=true')).toEqual({
    ok: true,
    name: 'qwen2.5-q4_k_m.gguf',
    urls: ['https://example.org/a/qwen2.5-q4_k_m.gguf?download=true'],
  })
  expect(modelAddress('http://localhost:9000/m-00002-of-00003.gguf')).toEqual({
    ok: true,
    name: 'm-00001-of-00003.gguf',
    urls: ['00001', '00002', '00003'].map((part) => `http://localhost:9000/m-${part}-of-00003.gguf`),
  })
})

it('takes the address of the page about a file for the file', () => {
  expect(modelAddress('https://huggingface.co/o/r/blob/main/m.gguf')).toMatchObject({
    urls: ['https://huggingface.co/o/r/resolve/main/m.gguf'],
  })
})

it('refuses what is no address of a model, and says why', () => {
  const problems = [
    'qwen',
    'http://example.org/m.gguf',
    'file:///m.gguf',
    'https://user:secret@example.org/m.gguf',
    'https://example.org/m.safetensors',
    'https://example.org/..%2f..%2fm%00.gguf',
    'https://example.org/%zz.gguf',
    'https://example.org/m-00001-of-90000.gguf',
  ].map((text) => {
    const address = modelAddress(text)
    return address.ok ? 'none' : address.problem
  })
  expect(problems).toEqual([
    '"qwen" is not an address.',
    expect.stringContaining('https://'),
    expect.stringContaining('https://'),
    expect.stringContaining('password'),
    expect.stringContaining('.gguf'),
    expect.stringContaining('.gguf'),
    expect.stringContaining('.gguf'),
    expect.stringContaining('too large'),
  ])
})
