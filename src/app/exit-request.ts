/** A request that wants to leave the sandbox, as the permission dialog shows any other. */
import type { ExitRequest } from '../agent/protocol/permission-requests.ts'
import type { PermissionRequest } from '../agent/protocol/view/screen-state.ts'
import { screen as t } from './language/en/screen.ts'
import { formatNumber } from './ui/format.ts'

export function exitAsRequest(exit: ExitRequest): PermissionRequest {
  return {
    turnId: '',
    toolUseId: exit.id,
    tool: toolOf(exit),
    title: `${exit.method} ${exit.url}`,
    reason: exit.reason,
    suggestedRule: exit.suggestedRule,
    destructive: exit.publishes,
    input: { exit },
  }
}

function toolOf({ publishes, token, host, method }: ExitRequest): string {
  if (publishes) return t.pushTo(host)
  return token === undefined ? t.sendTo(method, host) : t.readWithToken(host)
}

/** The exit that a request was made from; undefined for a tool's call. */
export function readExit({ turnId, input }: PermissionRequest): ExitRequest | undefined {
  // Only `exitAsRequest` makes a request without a turn; a tool's input may have anything under this name.
  return turnId === '' ? (input['exit'] as ExitRequest | undefined) : undefined
}

/** Lengths that stand for what is hidden or cut, in the language of the page; the gate writes them in English. */
export function withLengths(text: string): string {
  return text.replace(
    /\((hidden, )?([\d,]+) characters?\)/g,
    (_, hidden: string | undefined, count: string) => {
      const chars = formatNumber(Number(count.replaceAll(',', '')))
      return `(${hidden === undefined ? t.characters(chars) : t.hiddenCharacters(chars)})`
    },
  )
}
