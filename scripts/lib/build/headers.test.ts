import { describe, expect, it } from 'vitest'
import { appHeaders, opaqueHeaders, sandboxHeaders } from './headers.mjs'

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
    expect(sources(APP, 'frame-src')).toEqual(['http://localhost:5174', "'self'"])
    // None of the app's own files lets itself be framed, but those on no origin.
    expect(sources(APP, 'frame-ancestors')).toEqual(["'none'"])
    expect(sources(APP, 'require-trusted-types-for')).toEqual(["'script'"])
  })

  it('give the sandbox origin no way to another host', () => {
    const policy = SANDBOX['Content-Security-Policy'] ?? ''
    const hosts = policy.match(/https?:\/\/\S+|\*/g) ?? []
    expect(hosts).toEqual(['http://localhost:5173'])
    expect(sources(SANDBOX, 'frame-ancestors')).toEqual(["'self'", 'http://localhost:5173'])
  })

  it('put the documents of a host with one origin on none, with no way to any server', () => {
    const opaque = opaqueHeaders()
    expect(sources(opaque, 'sandbox')).toEqual(['allow-scripts', 'allow-forms'])
    expect(sources(opaque, 'frame-ancestors')).toEqual(["'self'"])
    const policy = (opaque['Content-Security-Policy'] ?? '').replace(/frame-ancestors [^;]*/, '')
    expect(policy.match(/'self'|https?:[^\s;]*|\*/g)).toEqual(['http://preview.invalid'])
    expect(sources(opaque, 'connect-src')).toEqual(['data:', 'blob:'])
    expect(sources(appHeaders(), 'frame-src')).toEqual(["'self'"])
  })

  it('admit the host of WebContainer where a server names one, and only that', () => {
    const open = appHeaders({ sandboxOrigin: 'https://s.example', containerOrigin: 'https://c.example' })
    expect(sources(open, 'frame-src')).toEqual(['https://s.example', 'https://c.example', "'self'"])
    expect(sources(open, 'connect-src')).toContain('https://c.example')
    const withPages = { sandboxOrigin: 'https://s.example', containerPreviews: 'https://*.p.example' }
    expect(sources(appHeaders({ ...withPages, containerOrigin: 'https://c.example' }), 'frame-src')).toEqual([
      'https://s.example',
      'https://c.example',
      'https://*.p.example',
      "'self'",
    ])
    // Without the runtime nothing is served from there.
    expect(sources(appHeaders(withPages), 'frame-src')).toEqual(['https://s.example', "'self'"])
  })

  it('narrow the model APIs when a deployment names them', () => {
    const narrow = appHeaders({ sandboxOrigin: 'https://s.example', connectSources: ['https://api.example'] })
    expect(sources(narrow, 'connect-src')).toEqual(["'self'", 'https://api.example'])
  })
})
