import { type Component, flushSync, mount, unmount } from 'svelte'
import { expect, it, vi } from 'vitest'
import Lazy from './Lazy.svelte'

function shown(load: () => Promise<{ default: Component }>) {
  const target = document.createElement('div')
  document.body.append(target)
  const component = mount(Lazy, { target, props: { load } })
  flushSync()
  return {
    target,
    end: async () => {
      await unmount(component)
      target.remove()
    },
  }
}

it('shows what has loaded at once the next time: a key that follows the click is for it', async () => {
  const load = () => import('@lucide/svelte/icons/ear')
  const first = shown(load)
  expect(first.target.textContent).toBe('')
  await expect.poll(() => first.target.childElementCount).toBe(1)
  await first.end()
  const second = shown(load)
  expect(second.target.childElementCount).toBe(1)
  await second.end()
})

it('offers another try when the network fails, and remembers nothing of the failure', async () => {
  const load = vi
    .fn<() => Promise<{ default: Component }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(() => import('@lucide/svelte/icons/ear'))
  const { target, end } = shown(load)
  await expect.poll(() => target.querySelector('[role=alert]')?.textContent).toContain('did not load')
  target.querySelector('button')?.click()
  await expect.poll(() => target.querySelector('[role=alert]')).toBeNull()
  expect(load).toHaveBeenCalledTimes(2)
  await end()
})
