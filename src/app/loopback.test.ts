import { expect, it } from 'vitest'
import { isOnThisDevice } from './loopback.ts'

it('knows the addresses that need no network', () => {
  const here = [
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080',
    'http://[::1]:1234/v1',
    'http://a.localhost',
  ]
  const elsewhere = [
    'https://api.anthropic.com',
    'http://192.168.1.4:11434',
    'http://localhost.example.org',
    'x',
    '',
  ]
  expect(here.filter((address) => !isOnThisDevice(address))).toEqual([])
  expect(elsewhere.filter(isOnThisDevice)).toEqual([])
})
