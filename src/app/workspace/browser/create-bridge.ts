import { loadEyes } from './load-eyes.ts'
import { PageBridge } from './page-bridge.ts'
import type { Previewed } from './page-bridge.ts'

export function createBridge(preview: Previewed): PageBridge {
  return new PageBridge(preview, loadEyes)
}
