/** System blocks and tool list of a request. The same arguments give the same bytes. */
import type { ModelRequest, SystemBlock, ToolSpec } from '../model/contract.ts'
import type { Message } from '../protocol/messages.ts'
import type { ToolProfile } from '../protocol/settings.ts'
import { dynamicSections, type SessionFacts } from './dynamic-prompt.ts'
import { withinMediaCap } from './media-cap.ts'
import type { SectionCache } from './sections.ts'
import { staticSections, type Role } from './static-prompt.ts'

export interface RequestParts {
  readonly model: string
  readonly thinkingTokens: number
  readonly forcedTool?: string | undefined
  readonly advisor?: ModelRequest['advisor'] | undefined
  readonly cacheTtl?: ModelRequest['cacheTtl']
  readonly role?: Role
  readonly profile?: ToolProfile
  /** As the registry gives them: sorted. */
  readonly tools: readonly ToolSpec[]
  /** By which the model knows a tool; its own name when absent. */
  readonly toolName?: (name: string) => string
  readonly facts: SessionFacts
  /** One per session. */
  readonly sections: SectionCache
  readonly messages: readonly Message[]
}

/** Two of the four cache markers that a request may have go to the system blocks. */
export function buildRequest(parts: RequestParts): Omit<ModelRequest, 'maxTokens' | 'requestId'> {
  const { model, thinkingTokens, forcedTool, advisor, cacheTtl, tools, messages } = parts
  return {
    model,
    system: systemBlocks(parts),
    tools,
    messages: withinMediaCap(messages),
    thinkingTokens,
    ...(forcedTool === undefined ? {} : { forcedTool }),
    ...(advisor === undefined ? {} : { advisor }),
    ...(cacheTtl === undefined ? {} : { cacheTtl }),
  }
}

/** Static, then dynamic: the boundary is the border between the blocks. */
function systemBlocks({
  role = 'assistant',
  profile = 'all',
  tools,
  toolName = (name) => name,
  facts,
  sections,
}: RequestParts): readonly SystemBlock[] {
  return [
    { text: sections.render(staticSections(role, profile), undefined), cache: true },
    {
      text: sections.render(dynamicSections(role), {
        ...facts,
        tools: tools.map(({ name }) => toolName(name)),
      }),
      cache: true,
    },
  ]
}
