/**
 * Variables by which this format configures the agent itself, not programs. A policy sets those of the sandbox's programs only, so
 * that such a one would promise what nothing does. Proxies, registries and their like, which no project may set, are the
 * operator's to choose.
 */
const PREFIXES = /^(ANTHROPIC|CLAUDE|OPENAI|VIVARIUM|MCP|OTEL)_/i
const OF_AGENT = new RegExp(
  `^(${[
    'BASH_(DEFAULT_TIMEOUT_MS|MAX_TIMEOUT_MS|MAX_OUTPUT_LENGTH)|API_TIMEOUT_MS',
    'MAX_(THINKING_TOKENS|MCP_OUTPUT_TOKENS|STRUCTURED_OUTPUT_RETRIES)|SLASH_COMMAND_TOOL_CHAR_BUDGET|USE_BUILTIN_RIPGREP',
    'DISABLE_(AUTOUPDATER|AUTO_COMPACT|BUG_COMMAND|COMPACT|COST_WARNINGS|ERROR_REPORTING|INTERLEAVED_THINKING|NON_ESSENTIAL_MODEL_CALLS|PROMPT_CACHING(_\\w+)?|TELEMETRY)',
    'ENABLE_(TOOL_SEARCH|CLAUDEAI_MCP_SERVERS)',
  ].join('|')})$`,
)

export function isOfAgent(variable: string): boolean {
  return PREFIXES.test(variable) || OF_AGENT.test(variable)
}
