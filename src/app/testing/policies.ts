/** Policies of a deployment, as the worker tells of them. */
import type { PolicyInForce, PolicyState } from '../../agent/protocol/calls/policy.ts'

/** One that sets a little of everything. */
export const POLICY: PolicyInForce = {
  status: 'in_force',
  address: 'https://vivarium.example/policy.json',
  isCached: false,
  rules: {
    allow: ['Bash(npm test:*)'],
    ask: ['Bash(git push:*)'],
    deny: ['Bash(npm publish:*)', 'Read(./.env)'],
  },
  onlyItsAllows: true,
  fixed: {
    model: 'claude-opus-4-6',
    fallbackModel: '',
    advisorModel: 'claude-opus-4-6',
    autoCompact: true,
    cacheForAnHour: false,
  },
  closedModes: ['auto', 'bypassPermissions'],
  availableModels: ['opus', 'sonnet'],
  deniedModels: ['claude-sonnet-4-0'],
  env: { HTTPS_PROXY: 'http://user:secret@proxy.example' },
}

export const REFUSED_POLICY: PolicyState = {
  status: 'refused',
  address: 'https://vivarium.example/policy.json',
  problem: 'The file sets "hooks", which this version of Vivarium cannot enforce.',
}
