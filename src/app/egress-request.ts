/** A request that wants to leave the sandbox, as the permission dialog shows any other. */
import type { EgressQuestion } from '../agent/protocol/permission-requests.ts'
import type { PermissionRequest } from '../agent/protocol/view/screen-state.ts'
import { screen as t } from './language/en/screen.ts'
import { formatNumber } from './ui/format.ts'

export function egressAsRequest(egress: EgressQuestion): PermissionRequest {
  return {
    turnId: '',
    toolUseId: egress.id,
    tool: toolOf(egress),
    title: `${egress.method} ${egress.url}`,
    reason: egress.reason,
    suggestedRule: egress.suggestedRule,
    destructive: egress.publishes,
    input: { egress },
  }
}

function toolOf({ publishes, token, host, method }: EgressQuestion): string {
  if (publishes) return t.pushTo(host)
  return token === undefined ? t.sendTo(method, host) : t.readWithToken(host)
}

/** The egress question that is shown as this permission request; undefined for a tool's call. */
export function readEgress({ turnId, input }: PermissionRequest): EgressQuestion | undefined {
  // Only `egressAsRequest` makes a request without a turn; a tool's input may have anything under this name.
  return turnId === '' ? (input['egress'] as EgressQuestion | undefined) : undefined
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
