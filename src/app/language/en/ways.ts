import { area } from '../language.svelte.ts'

export const ways = area('ways', {
  // Ways.svelte
  key: 'Add your key',
  keyText:
    'A key of Anthropic, or of a service that speaks like OpenAI’s. It stays in this browser, encrypted.',
  local: 'Use a model on this machine',
  localText: 'Ollama, LM Studio, llama.cpp or vLLM. No key, and nothing leaves the machine.',
  tour: 'Take the tour',
  tourText: 'Watch it fix a failing test. No key and no network; take over whenever you like.',
  ways: 'Ways to begin',
})
