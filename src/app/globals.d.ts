import type { VivariumApi } from './vivarium-api.ts'

declare global {
  /** Version of the app, filled in by the build. */
  const __APP_VERSION__: string
  interface Window {
    vivarium: VivariumApi
  }
}
