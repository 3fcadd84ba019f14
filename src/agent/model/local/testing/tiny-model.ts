/**
 * A real model of under two megabytes, made in the test: a LLaMA of one layer whose attention adds nothing, so that each
 * token alone decides the next. llama.cpp loads it, reads a prompt with it and draws tokens from it as from any other;
 * only what it says is known beforehand.
 */
import { writeGguf, type GgufTensor } from './gguf-writer.ts'

export interface TinyModel {
  /** Its answer to a message. */
  readonly says: string
  /** It begins by calling this tool, where there are tools; `says` follows upon the result. */
  readonly calls?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  /** It repeats its answer for ever. */
  readonly endless?: boolean
}

const UNKNOWN = 0
const BEGIN = 1
const END = 2
const SPECIAL = ['<unk>', '<s>', '</s>']
const TURNS = ['<|system|>', '<|user|>', '<|assistant|>', '<|tool|>', '<|after_tool|>']

/** The format's kinds of tokens. */
const KIND = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 }

const TEMPLATE = `{%- if messages[0].role == 'system' %}<|system|>{{ messages[0].content }}</s>{% endif %}
{%- if tools %}<|system|>You may call functions.
<tools>
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
</tools>
For each call return an object within <tool_call></tool_call> tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call></s>{% endif %}
{%- for message in messages %}
{%- if message.role == 'user' %}<|user|>{{ message.content }}</s>
{%- elif message.role == 'tool' %}<|tool|><tool_response>
{{ message.content }}
</tool_response></s>
{%- elif message.role == 'assistant' %}<|assistant|>
{%- if message.content %}{{ message.content }}{% endif %}
{%- for call in message.tool_calls or [] %}
{%- if loop.first and not message.content %}{% else %}
{% endif %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}</s>
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{% if tools and messages[-1].role != 'tool' %}<|assistant|>{% else %}<|after_tool|>{% endif %}{% endif %}`

export function tinyModel({ says, calls, endless = false }: TinyModel): Uint8Array<ArrayBuffer> {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  )
  const tokens = [...SPECIAL, ...bytes, ...TURNS]
  const kinds = [
    KIND.unknown,
    KIND.control,
    KIND.control,
    ...bytes.map(() => KIND.byte),
    ...TURNS.map(() => KIND.control),
  ]
  const next = new Map<number, number>()
  /** Says the words in order, from one token to another. */
  const chain = (from: number, words: readonly string[], to: number) => {
    let before = from
    for (const word of words) {
      next.set(before, tokens.length)
      before = tokens.length
      tokens.push(word.replaceAll(' ', '▁'))
      kinds.push(KIND.normal)
    }
    next.set(before, to)
  }
  const assistant = tokens.indexOf('<|assistant|>')
  const afterTool = tokens.indexOf('<|after_tool|>')
  const words = says.match(/\s*\S+/g) ?? []
  chain(afterTool, words, endless ? tokens.length : END)
  const first = next.get(afterTool) ?? END
  if (calls) {
    const call = `{"name": "${calls.name}", "arguments": ${JSON.stringify(calls.arguments)}}`
    chain(assistant, ['<tool_call>\n', ...(call.match(/.{1,12}/gs) ?? []), '\n</tool_call>'], END)
  } else next.set(assistant, first)
  return file({ tokens, kinds, next })
}

interface Parts {
  readonly tokens: readonly string[]
  readonly kinds: readonly number[]
  readonly next: ReadonlyMap<number, number>
}

const HEAD = 32
const FEED_FORWARD = 32
/** How much likelier the next word is than any other; the rest is as good as never drawn. */
const CERTAINTY = 3

function file({ tokens, kinds, next }: Parts): Uint8Array<ArrayBuffer> {
  const count = tokens.length
  // As wide as there are words: each has a direction of its own.
  const width = Math.ceil(count / HEAD) * HEAD
  const embedding = new Float32Array(count * width)
  const output = new Float32Array(count * width)
  for (let token = 0; token < count; token++) embedding[token * width + token] = 1
  for (const [token, following] of next) output[following * width + token] = CERTAINTY
  const ones = new Float32Array(width).fill(1)
  const zeros = (name: string, inner: number, outer: number): GgufTensor => ({
    name,
    shape: [inner, outer],
    data: new Float32Array(inner * outer),
  })
  return writeGguf(
    {
      'general.architecture': 'llama',
      'general.name': 'tiny',
      'llama.context_length': 65_536,
      'llama.embedding_length': width,
      'llama.block_count': 1,
      'llama.feed_forward_length': FEED_FORWARD,
      'llama.attention.head_count': width / HEAD,
      'llama.attention.head_count_kv': 1,
      'llama.attention.layer_norm_rms_epsilon': { float: 1e-5 },
      'llama.rope.dimension_count': HEAD,
      'llama.vocab_size': count,
      'tokenizer.ggml.model': 'llama',
      'tokenizer.ggml.tokens': { strings: tokens },
      'tokenizer.ggml.scores': { floats: tokens.map(() => 0) },
      'tokenizer.ggml.token_type': { integers: kinds },
      'tokenizer.ggml.unknown_token_id': UNKNOWN,
      'tokenizer.ggml.bos_token_id': BEGIN,
      'tokenizer.ggml.eos_token_id': END,
      'tokenizer.ggml.add_space_prefix': false,
      'tokenizer.chat_template': TEMPLATE,
    },
    [
      { name: 'token_embd.weight', shape: [width, count], data: embedding },
      { name: 'output_norm.weight', shape: [width], data: ones },
      { name: 'output.weight', shape: [width, count], data: output },
      { name: 'blk.0.attn_norm.weight', shape: [width], data: ones },
      { name: 'blk.0.ffn_norm.weight', shape: [width], data: ones },
      zeros('blk.0.attn_q.weight', width, width),
      zeros('blk.0.attn_k.weight', width, HEAD),
      zeros('blk.0.attn_v.weight', width, HEAD),
      zeros('blk.0.attn_output.weight', width, width),
      zeros('blk.0.ffn_gate.weight', width, FEED_FORWARD),
      zeros('blk.0.ffn_up.weight', width, FEED_FORWARD),
      zeros('blk.0.ffn_down.weight', FEED_FORWARD, width),
    ],
  )
}
