/** The model that a run asks, and the one that takes over from it. */
import { expect, it } from 'vitest'
import { OverloadBreaker } from '../../model/overload-breaker.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { assumptions, RunModel } from './run-model.ts'

const modelOf = (settings: Partial<typeof DEFAULT_SETTINGS>) =>
  new RunModel({
    settings: { ...DEFAULT_SETTINGS, ...settings },
    source: 'main',
    overload: new OverloadBreaker(() => 0),
  })

it('has the facts of the model that answers, also of the other one after it took over', () => {
  const model = modelOf({ model: 'claude-opus-4-8', fallbackModel: 'claude-opus-4-1' })
  const told = () => [model.name, model.facts.contextWindow, model.facts.maxOutput]
  expect(told()).toEqual(['claude-opus-4-8', 1_000_000, 128_000])
  expect(model.fallBack()).toEqual({ by: 'claude-opus-4-1', contextWindow: 200_000 })
  expect(told()).toEqual(['claude-opus-4-1', 200_000, 32_000])
  expect(model.fallBack()).toBeUndefined()
  expect(told()).toEqual(['claude-opus-4-1', 200_000, 32_000])
})

it('takes the facts that the settings give of the other one, too', () => {
  const model = modelOf({ fallbackModel: 'mine', models: { mine: { contextWindow: 32_000 } } })
  expect(model.fallBack()).toEqual({ by: 'mine', contextWindow: 32_000 })
  expect(model.facts.known).toBe(true)
})

it('says what is assumed of another one that is not known', () => {
  const model = modelOf({ fallbackModel: 'nobody-knows' })
  model.fallBack()
  expect(assumptions(model)).toMatchObject({ text: expect.stringContaining('"nobody-knows"') })
})
