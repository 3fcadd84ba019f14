import { ESLint } from 'eslint'
import svelte from 'eslint-plugin-svelte'
import { expect, it } from 'vitest'
import { language } from './literal-text.mjs'

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    ...svelte.configs.base,
    { files: ['**/*.svelte'], plugins: { language }, rules: { 'language/literal-text': 'error' } },
  ],
})

it.each([
  ['text of an element', '<p>Not found</p>'],
  ['text in a block', '{#if x}Not found{/if}'],
  ['a name for who cannot see it', '<button aria-label="Close"></button>'],
  ['a part of a title', '<i title="{name} is closed"></i>'],
  ['what a condition comes to', '<p>{open ? t.open : "closed"}</p>'],
  ['what a condition in a block comes to', '{#each all as one}{one ?? "nothing yet"}{/each}'],
  ['what a property of a component is', '<Field label={`Step ${n}`} />'],
  ['a placeholder that is a sentence', '<input placeholder="Search in files" />'],
])('finds %s', async (_, code) => {
  expect(await messages(code)).toHaveLength(1)
})

it.each([
  ['texts of the catalogue', '<p title={t.title}>{t.text} · {t.count(3)}</p>'],
  ['what is no text', '<p class="a long class" id="an-id">{a}: {b === "a word" ? t.x : t.y} ×</p>'],
  ['examples of what is typed as it is', '<input placeholder="https://files.example.org/shared" />'],
  ['styles and scripts', '<script>const a = "A text"</script><style>p { color: red }</style>'],
])('leaves %s', async (_, code) => {
  expect(await messages(code)).toEqual([])
})

async function messages(code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath: 'a.svelte' })
  return results.flatMap((result) => result.messages.map(({ message }) => message))
}
