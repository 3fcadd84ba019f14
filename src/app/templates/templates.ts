/** The projects that one can start from, `templates/<id>`; `scripts/templates` packs them and their packages. */
import type { templates as texts } from '../language/en/templates.ts'

export type TemplateId = keyof (typeof texts)['titles']

/** As they are shown. */
export const TEMPLATE_IDS = [
  'node-library',
  'typescript-library',
  'svelte-app',
  'react-app',
  'vue-app',
  'http-api',
] as const satisfies readonly TemplateId[]
