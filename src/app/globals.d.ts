import type { VivariumApi } from './vivarium-api.ts'

declare global {
  /** Version of the app, filled in by the build. */
  const __APP_VERSION__: string
  /** The headers of the documents on no origin, for answers that no server has made. */
  const __OPAQUE_HEADERS__: Readonly<Record<string, string>>
  interface Window {
    vivarium: VivariumApi
  }
}
