import type { ways as english } from '../en/ways.ts'
import type { Translation } from '../language.svelte.ts'

export const ways: Translation<typeof english> = {
  // Ways.svelte
  key: 'Schlüssel hinzufügen',
  keyText:
    'Ein Schlüssel von Anthropic oder einem Dienst, der wie der von OpenAI spricht. Er bleibt in diesem Browser, verschlüsselt.',
  local: 'Ein Modell auf diesem Rechner',
  localText: 'Ollama, LM Studio, llama.cpp oder vLLM. Ohne Schlüssel, und nichts verlässt den Rechner.',
  tour: 'Den Rundgang ansehen',
  tourText:
    'Sieh zu, wie ein roter Test behoben wird. Ohne Schlüssel und ohne Netz; übernimm, wann du willst.',
  ways: 'Wege zu beginnen',
}
