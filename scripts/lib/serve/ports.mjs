/** The two ports: `PORT` for the app, `SANDBOX_PORT` for the sandbox (default PORT + 1; `none`: one origin only). */
import { Failure } from '../fail.mjs'

export function portsFromEnvironment(env = process.env) {
  const port = parsePort('PORT', env.PORT, 5173)
  if (env.SANDBOX_PORT === 'none') return { port }
  const sandboxPort = parsePort('SANDBOX_PORT', env.SANDBOX_PORT, port + 1)
  if (port === sandboxPort) {
    throw new Failure(
      `PORT and SANDBOX_PORT are both ${port}. They must differ: the sandbox needs an origin of its own (or SANDBOX_PORT=none: one origin for both).`,
    )
  }
  return { port, sandboxPort }
}

function parsePort(name, value, fallback) {
  if (value === undefined || value === '') return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port
  throw new Failure(`${name} is "${value}". It must be a whole number from 1 to 65534.`)
}
