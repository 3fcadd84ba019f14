import { expect, test } from 'vitest'
import { keepMessages } from './load-program.ts'

test('what comes too early is heard in order by those who listen once it is released', () => {
  const target = new EventTarget()
  const say = (data: string): boolean => target.dispatchEvent(new MessageEvent('message', { data }))
  const release = keepMessages(target)
  const heard: unknown[] = []
  say('first')
  target.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  say('second')
  expect(heard).toEqual([])
  release()
  say('third')
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('ports come along', () => {
  const target = new EventTarget()
  const { port1, port2 } = new MessageChannel()
  const release = keepMessages(target)
  target.dispatchEvent(new MessageEvent('message', { data: 'port', ports: [port1] }))
  let heard: readonly MessagePort[] = []
  target.addEventListener('message', (event) => (heard = (event as MessageEvent).ports))
  release()
  expect(heard).toEqual([port1])
  port2.close()
})
