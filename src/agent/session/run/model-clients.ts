/**
 * The model clients of a session. A request passes their layers in this order:
 *
 * 1. `withWireNames`: tools under the names that this model knows. Of the main client alone.
 * 2. `withoutSecrets`: last before the provider, so that no layer above can put a secret past it.
 * 3. The provider's client, which asks for the credentials at each request.
 *
 * Retries, the fallback model and the breaker for overloads are no layers: they are decisions of the loop and of each side query,
 * which the log has (`RunModel`, `retryDecision`).
 */
import type { ModelClient, WireNames } from '../../model/contract.ts'
import { withWireNames } from '../../model/tool-names.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { RunContext } from './run-context.ts'

export interface ModelClients {
  /** Conversation, and its summary, which is asked for by the same request so that the prompt cache is read. */
  readonly main: ModelClient
  /**
   * Advisor and classifier. They send none of the run's tools, and the classifier's verdict comes as a call of a tool of its own,
   * which has to keep its name whatever the main model calls its tools.
   */
  readonly side: ModelClient
}

type ClientParts = Pick<RunContext, 'withoutSecrets'> & BareClientParts

interface BareClientParts {
  readonly parts: Pick<RunContext['parts'], 'createModel'>
  readonly settings: Pick<RunContext['settings'], 'credentials'>
}

export function modelClients(context: ClientParts, settings: Settings, wireNames: WireNames): ModelClients {
  const side = context.withoutSecrets(bareClient(context, settings))
  return { main: withWireNames(side, wireNames), side }
}

/** The provider's client without layers: for the connection check, whose requests have nothing of the user in them. */
export function bareClient({ parts, settings: source }: BareClientParts, settings: Settings): ModelClient {
  return parts.createModel(settings, () => source.credentials(settings.provider))
}
