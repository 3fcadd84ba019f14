/** Sizes of a previewed page besides that of its panel, in CSS pixels. */
import type { PreviewSize } from '../../agent/protocol/browser.ts'
import { preview as t } from '../language/en/preview.ts'

interface DeviceSize {
  readonly label: () => string
  readonly width: number
  readonly height: number
}

export const DEVICES: Readonly<Record<Exclude<PreviewSize, 'panel'>, DeviceSize>> = {
  phone: { label: () => t.phone, width: 390, height: 844 },
  tablet: { label: () => t.tablet, width: 820, height: 1180 },
  desktop: { label: () => t.desktop, width: 1280, height: 800 },
}
