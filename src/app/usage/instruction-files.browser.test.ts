/** The list "Read here": why a file counts or not, and the user's word on those that wait for it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../sandbox/contract/errors.ts'
import { INSTRUCTION_FILES } from '../testing/instruction-files.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { wholeStory } from '../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const ADDRESS = 'https://docs.example/style/agents.md'
const list = page.getByRole('list', { name: 'Read here' })
const line = (path: string | RegExp) => list.getByRole('listitem').filter({ hasText: path })

async function openContext() {
  const { fake, started } = mountApp((agent) => {
    agent.instructions = INSTRUCTION_FILES
  })
  await started
  fake.emit(...wholeStory())
  await page.getByRole('button', { name: 'Contents of the context' }).click()
  await expect.element(list).toBeVisible()
  return fake
}

it('has each file with its tokens, its importer and what is wrong with it', async () => {
  await openContext()
  await expect.element(page.getByText('18k of the 18k tokens that instructions may take.')).toBeVisible()
  await expect
    .element(line('docs/style.md'))
    .toHaveTextContent('310 Told to the model. Imported by CLAUDE.md.')
  await expect.element(line('rules/api.md')).toHaveTextContent('Its frontmatter is no YAML')
  await expect.element(line('interpreter')).toHaveTextContent('Told without its last 3200 characters')
  await expect.element(line(/^AGENTS/)).toHaveTextContent('a file for CLAUDE stands in the same folder')
})

it('has a file told whole that was cut or left out', async () => {
  const fake = await openContext()
  await line('releases').getByRole('button', { name: 'Tell it whole' }).click()
  await expect.poll(() => fake.calls).toContain('tell whole: .claude/rules/everything-about-our-releases.md')
})

it('shows what an address holds, and takes a yes or a no to just that', async () => {
  const fake = await openContext()
  fake.fetched = ok({ address: ADDRESS, hash: 'a1', text: 'Use tabs.\u202e' })
  await line(ADDRESS).getByRole('button', { name: 'Fetch it from docs.example' }).click()
  const text = line(ADDRESS).getByLabelText(`Text of ${ADDRESS}`)
  await expect.element(text.first()).toHaveTextContent('SHA-256: a1')
  expect(text.first().element().querySelector('pre')?.textContent).not.toContain('\u202e')
  await line(ADDRESS).getByRole('button', { name: 'Use it', exact: true }).click()
  await expect.poll(() => fake.calls).toContain(`accept: ${ADDRESS} a1`)
  await expect.element(text).not.toBeInTheDocument()

  fake.fetched = ok({ address: ADDRESS, hash: 'b2', text: 'Use spaces.', inForce: 'Use tabs.' })
  await line(ADDRESS).getByRole('button', { name: 'docs.example' }).click()
  await line(ADDRESS).getByRole('button', { name: 'Do not use it' }).click()
  await expect.poll(() => fake.calls).toContain(`refuse: ${ADDRESS} b2`)
})

it('says that an address holds nothing new, and why it cannot be had', async () => {
  const fake = await openContext()
  fake.fetched = ok({ address: ADDRESS, hash: 'a1', text: 'Use tabs.', inForce: 'Use tabs.' })
  await line(ADDRESS).getByRole('button', { name: 'docs.example' }).click()
  await expect.element(line(ADDRESS)).toHaveTextContent('It is the text that is told already.')
  await line(ADDRESS).getByRole('button', { name: 'Close' }).click()
  fake.fetched = fail('not_found', 'The instructions of docs.example were not fetched.', {
    hint: 'Try again.',
  })
  await line(ADDRESS).getByRole('button', { name: 'docs.example' }).click()
  const problem = page.getByText('The instructions of docs.example were not fetched.')
  await expect.element(problem).toBeVisible()
})
