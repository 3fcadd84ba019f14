/** Sizes of a previewed page besides that of its panel, in CSS pixels. */
import type { PreviewSize } from '../../agent/protocol/browser.ts'

interface DeviceSize {
  readonly label: string
  readonly width: number
  readonly height: number
}

export const DEVICES: Readonly<Record<Exclude<PreviewSize, 'panel'>, DeviceSize>> = {
  phone: { label: 'Phone', width: 390, height: 844 },
  tablet: { label: 'Tablet', width: 820, height: 1180 },
  desktop: { label: 'Desktop', width: 1280, height: 800 },
}
