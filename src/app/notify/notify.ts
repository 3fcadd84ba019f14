/** Tells somebody who looks elsewhere, by what the browser has for it. All of it may be missing or forbidden. */
import type { News } from './news.ts'
import { notify as t } from '../language/en/notify.ts'
import { pause } from '../pause.ts'

/** Newer ones take the place of older ones. */
const TAG = 'vivarium'

/** True when the person lets the browser show notifications; asks them when that is not decided. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** A notification of the browser; a click on it brings the tab to the front. */
export async function showNotification(news: News, session: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const options = { body: session, tag: TAG, icon: '/icon.svg' }
  try {
    const notification = new Notification(t[news], options)
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Phones have only those of a service worker.
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.showNotification(t[news], options)
  }
}

/** Hertz and seconds of the notes: up when it is done, down when something is wanted. */
const NOTES: Readonly<Record<News, readonly number[]>> = {
  done: [523, 784],
  waiting: [784, 587],
  paused: [784, 587],
  failed: [392, 262],
}
const NOTE_SECONDS = 0.14
const LOUDNESS = 0.06

/** Two short notes. */
export async function playSound(news: News): Promise<void> {
  const context = new AudioContext()
  try {
    const end = NOTES[news].reduce((at, hertz) => play(context, { hertz, at }), context.currentTime)
    await pause((end - context.currentTime) * 1000 + 100)
  } finally {
    await context.close()
  }
}

function play(context: AudioContext, { hertz, at }: { hertz: number; at: number }): number {
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(LOUDNESS, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_SECONDS)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + NOTE_SECONDS)
  return at + NOTE_SECONDS
}
