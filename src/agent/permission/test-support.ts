import type { PermissionCall, PermissionState } from './contract.ts'
import type { PermissionRules } from '../protocol/settings.ts'

/** Default mode, nothing allowed, somebody there. */
export function stateWith(
  change: Partial<PermissionState> & { rules?: Partial<PermissionRules> } = {},
): PermissionState {
  const { rules, ...rest } = change
  return {
    mode: 'default',
    allowBypass: false,
    sandboxAutoAllow: false,
    ruleSets: [{ source: 'user', rules: { allow: [], ask: [], deny: [], ...rules } }],
    contained: true,
    canAsk: true,
    ...rest,
  }
}

export function shellCall(command: string, change: Partial<PermissionCall> = {}): PermissionCall {
  return {
    tool: 'Bash',
    title: command,
    kind: 'shell',
    readOnly: false,
    destructive: false,
    paths: [],
    command,
    cwd: '/workspace',
    ...change,
  }
}

export function fileCall(
  tool: 'Read' | 'Grep' | 'Edit' | 'Write',
  path: string,
  change: Partial<PermissionCall> & { real?: string } = {},
): PermissionCall {
  const isRead = tool === 'Read' || tool === 'Grep'
  const { real = path, ...rest } = change
  return {
    tool,
    title: path,
    kind: isRead ? 'read' : 'edit',
    readOnly: isRead,
    destructive: false,
    paths: [{ access: isRead ? 'read' : 'write', path, real }],
    ...rest,
  }
}
