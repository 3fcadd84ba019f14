import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Player } from './player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Positions as they were told, with the milliseconds at which they were. */
function told(times: readonly number[]) {
  const positions: [at: number, position: number, playing: boolean][] = []
  const began = Date.now()
  const player = new Player(times, ({ position, playing }) =>
    positions.push([Date.now() - began, position, playing]),
  )
  return { player, positions }
}

it('plays from the beginning when all is shown, in the session’s time within bounds, and ends', async () => {
  const { player, positions } = told([0, 10, 1_010, 60_000])
  player.play()
  await vi.runAllTimersAsync()
  expect(positions).toEqual([
    [0, 1, true],
    [300, 2, true],
    [1_300, 3, true],
    [3_800, 4, false],
  ])
})

it('goes on from where it was paused, and as fast as it is told', async () => {
  const { player, positions } = told([0, 1_000, 2_000])
  player.play()
  await vi.advanceTimersByTimeAsync(500)
  player.pause()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([player.position, player.playing]).toEqual([1, false])
  player.speed = 10
  player.play()
  await vi.advanceTimersByTimeAsync(100)
  expect(positions.at(-1)).toEqual([5_600, 3, false])
})

it('stops where it is put, within what there is; nonsense changes nothing', () => {
  const { player } = told([0, 1, 2])
  for (const [to, position] of [
    [1, 1],
    [-5, 0],
    [99, 3],
    [1.4, 1],
    [NaN, 1],
  ] as const) {
    player.seek(to)
    expect(player.position).toBe(position)
  }
  for (const speed of [0, -1, NaN, Infinity]) player.speed = speed
  expect(player.speed).toBe(1)
  player.speed = 1e9
  expect(player.speed).toBe(100)
  const { player: empty, positions } = told([])
  empty.play()
  expect([empty.playing, positions]).toEqual([false, []])
})
