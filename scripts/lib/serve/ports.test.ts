import { describe, expect, it } from 'vitest'
import { portsFromEnvironment } from './ports.mjs'

describe('ports from the environment', () => {
  it('defaults to 5173 and the next one', () => {
    expect(portsFromEnvironment({})).toEqual({ port: 5173, sandboxPort: 5174 })
    expect(portsFromEnvironment({ PORT: '8000' })).toEqual({ port: 8000, sandboxPort: 8001 })
    expect(portsFromEnvironment({ PORT: '8000', SANDBOX_PORT: '9000' })).toEqual({
      port: 8000,
      sandboxPort: 9000,
    })
  })

  it('has one where the sandbox is to have none', () => {
    expect(portsFromEnvironment({ PORT: '8000', SANDBOX_PORT: 'none' })).toEqual({ port: 8000 })
  })

  it('refuses what is not a port, naming the variable, and equal ports', () => {
    expect(() => portsFromEnvironment({ PORT: 'http' })).toThrow('PORT is "http"')
    expect(() => portsFromEnvironment({ SANDBOX_PORT: '70000' })).toThrow('SANDBOX_PORT is "70000"')
    expect(() => portsFromEnvironment({ PORT: '8000', SANDBOX_PORT: '8000' })).toThrow('They must differ')
  })
})
