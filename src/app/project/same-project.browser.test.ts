/** The question which project an import is of, on the screen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ProjectQuestion } from '../../agent/protocol/calls/project-identity.ts'
import { fail } from '../../sandbox/contract/errors.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { KNOWN, QUESTION } from '../testing/project-question.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const dialog = page.getByRole('dialog', { name: 'Is this a project that you know?' })
const banner = page.getByRole('note')

async function ask(question: Partial<ProjectQuestion> = {}) {
  const mounted = mountApp()
  await mounted.started
  mounted.fake.notice({ type: 'project_question', question: { ...QUESTION, ...question } })
  await page.getByRole('button', { name: 'Say which it is' }).click()
  return mounted
}

describe('the question which project it is', () => {
  it('shows the evidence, and sends what is expected with nothing ticked', async () => {
    const { fake } = await ask()
    await expect
      .element(banner)
      .toHaveTextContent('This looks like a project that you have imported before: shop.')
    await expect.element(dialog).toHaveTextContent('You imported shop-main.')
    await expect
      .element(dialog)
      .toHaveTextContent(
        /imported on Nov 27, 2026 · github.com\/a\/shop · same first commit · 88% of its files are equal/,
      )
    await expect.element(dialog.getByRole('radio', { name: /^shop/ })).toBeChecked()
    await expect.element(dialog).toHaveTextContent('3 rules and locks that ask or forbid come along.')
    await expect.element(dialog).toHaveTextContent('Bash(make:*)')
    await dialog.getByRole('button', { name: 'Continue the project' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(fake.calls).toContain('settle: p1 false false')
  })

  it('sends what is ticked; another choice unticks it', async () => {
    const { fake } = await ask()
    for (const name of [/rules that allow/, /your trust/])
      await dialog.getByRole('checkbox', { name }).click()
    await dialog.getByRole('radio', { name: /An earlier import/ }).click()
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument()
    await dialog.getByRole('radio', { name: /^shop/ }).click()
    await expect.element(dialog.getByRole('checkbox', { name: /rules that allow/ })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: /your trust/ }).click()
    await dialog.getByRole('button', { name: 'Continue the project' }).click()
    await expect.poll(() => fake.calls).toContain('settle: p1 false true')
  })

  it('expects a new project where steering files differ, and names the first of them', async () => {
    const steering = [
      '.claude/a\u202e.md',
      '.mcp.json',
      'AGENTS.md',
      'CLAUDE.md',
      'x/CLAUDE.md',
      'y/CLAUDE.md',
    ]
    const { fake } = await ask({ known: [{ ...KNOWN, steering }], expected: null })
    await expect.element(dialog.getByRole('radio', { name: /A new project/ })).toBeChecked()
    await expect
      .element(dialog)
      .toHaveTextContent(/differ: \.claude\/a[^\u202e]*\.md, \.mcp\.json, AGENTS\.md, CLAUDE\.md and 2 more/)
    await expect.element(dialog).not.toHaveTextContent('come along.')
    await dialog.getByRole('button', { name: 'Start a new project' }).click()
    await expect.poll(() => fake.calls).toContain('settle: null false false')
  })

  it('stays with the reason when the answer is refused, and goes when nothing is asked any more', async () => {
    const { fake } = await ask()
    fake.agent.project.settle = async () => fail('not_permitted', 'The workspace is another one.')
    await dialog.getByRole('button', { name: 'Continue the project' }).click()
    await expect.element(dialog).toHaveTextContent('The workspace is another one.')
    fake.notice({ type: 'project_question', question: null })
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(banner).not.toBeInTheDocument()
  })

  it('is asked again from the settings, which say where no earlier import is like it', async () => {
    const { fake, started } = mountApp((agent) => agent.files.set('a.ts', new Uint8Array(1)))
    await started
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const again = settings.getByRole('button', { name: 'Say which it is' })
    await again.click()
    await expect.element(settings).toHaveTextContent('No earlier import is like this one.')
    await expect.element(again).toBeDisabled()
    fake.agent.project.askAgain = async () => QUESTION
    await settings.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await again.click()
    await expect.element(dialog.getByRole('radio', { name: /^shop/ })).toBeChecked()
    await expect.element(settings).not.toBeInTheDocument()
    // Nobody has to answer.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(banner).not.toBeInTheDocument()
  })

  it('is asked for again after the agent has failed to look', async () => {
    const { fake, started } = mountApp((agent) => agent.files.set('a.ts', new Uint8Array(1)))
    await started
    fake.agent.project.askAgain = () => Promise.reject(new Error('The database is closed.'))
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const again = settings.getByRole('button', { name: 'Say which it is' })
    await again.click()
    await expect
      .element(settings)
      .toHaveTextContent('Looking for an earlier import failed: The database is closed.')
    await expect.element(settings).not.toHaveTextContent('No earlier import is like this one.')
    fake.agent.project.askAgain = async () => QUESTION
    await again.click()
    await expect.element(dialog.getByRole('radio', { name: /^shop/ })).toBeChecked()
  })

  it('comes before the one about the settings that the project brings, and not in a tab that only watches', async () => {
    const { fake, started } = mountApp()
    await started
    const state = { hash: 'h', status: 'unseen' as const, items: [], ignored: [] }
    fake.notice({ type: 'project', state })
    await expect.element(banner).toHaveTextContent('This project brings settings of its own.')
    fake.notice({ type: 'project_question', question: QUESTION })
    await expect.element(banner).toHaveTextContent('This looks like a project')
    fake.notice({ type: 'project_question', question: null })
    await expect.element(banner).toHaveTextContent('This project brings settings of its own.')
    fake.notice({ type: 'project_question', question: QUESTION })
    fake.notice({ type: 'role', role: 'follower' })
    await expect.element(page.getByRole('button', { name: 'Take over', exact: true })).toBeVisible()
    await expect.element(page.getByText('This looks like a project')).not.toBeInTheDocument()
  })
})
