/** The projects that one can start from, `templates/<id>`; `scripts/templates` packs them and their packages. */
import { BUNDLED_TEMPLATES } from '../../agent/protocol/bundled-templates.ts'
import type { templates as texts } from '../language/en/templates.ts'

export type TemplateId = keyof (typeof texts)['titles']

/** As they are shown. */
export const TEMPLATE_IDS = BUNDLED_TEMPLATES satisfies readonly TemplateId[]
