import { describe, expect, it } from 'vitest'
import { appHeaders, sandboxHeaders } from './headers.mjs'

const APP = appHeaders({ sandboxOrigin: 'http://localhost:5174' })
const SANDBOX = sandboxHeaders({ appOrigin: 'http://localhost:5173' })

function sources(headers: Record<string, string>, directive: string): string[] {
  const policy = headers['Content-Security-Policy'] ?? ''
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

describe('headers of the two origins', () => {
  it('isolate both, each in an agent cluster of its own', () => {
    for (const headers of [APP, SANDBOX]) {
      expect(headers['Cross-Origin-Embedder-Policy']).toBe('require-corp')
      expect(headers['Origin-Agent-Cluster']).toBe('?1')
    }
    expect(APP['Cross-Origin-Opener-Policy']).toBe('same-origin')
  })

  it('let no code run on the app origin that was not built into it', () => {
    expect(sources(APP, 'script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(sources(APP, 'worker-src')).toEqual(["'self'"])
    expect(sources(APP, 'frame-src')).toEqual(['http://localhost:5174'])
    expect(sources(APP, 'require-trusted-types-for')).toEqual(["'script'"])
  })

  it('give the sandbox origin no way to another host', () => {
    const policy = SANDBOX['Content-Security-Policy'] ?? ''
    const hosts = policy.match(/https?:\/\/\S+|\*/g) ?? []
    expect(hosts).toEqual(['http://localhost:5173'])
    expect(sources(SANDBOX, 'frame-ancestors')).toEqual(["'self'", 'http://localhost:5173'])
  })

  it('narrow the model APIs when a deployment names them', () => {
    const narrow = appHeaders({ sandboxOrigin: 'https://s.example', connectSources: ['https://api.example'] })
    expect(sources(narrow, 'connect-src')).toEqual(["'self'", 'https://api.example'])
  })
})
