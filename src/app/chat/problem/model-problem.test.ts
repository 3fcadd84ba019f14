import { afterEach, expect, it } from 'vitest'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { modelProblem } from './model-problem.ts'

afterEach(() => setLanguage('en', undefined))

const refused = { error: 'authentication', message: 'a.example refused the key (401).', hint: 'Enter it.' }

it('is told as the agent tells it in English', () => {
  expect(modelProblem(refused)).toEqual({ message: 'a.example refused the key (401).', hint: 'Enter it.' })
})

it('begins with its kind in another language, and says there what to do; one of no known kind stays as it is', () => {
  setLanguage('de', german)
  expect(modelProblem(refused)).toEqual({
    message: 'Der Anbieter nimmt den Schlüssel nicht an. (a.example refused the key (401).)',
    hint: 'Trag den Schlüssel in den Einstellungen so ein, wie der Anbieter ihn zeigt.',
  })
  expect(modelProblem({ ...refused, error: 'toString' })).toEqual({
    message: refused.message,
    hint: refused.hint,
  })
})
