/** A real terminal's screen in the page, for tests of what programs print. */
import { Screen } from './screen.ts'

const screens: Screen[] = []

/** `typed` is what the terminal says as if the person had typed it. */
export function openScreen({ isRaw = false } = {}): {
  readonly screen: Screen
  readonly typed: readonly string[]
} {
  const typed: string[] = []
  const screen = new Screen({
    readOnly: false,
    label: 'test',
    isRaw: () => isRaw,
    onData: (data) => typed.push(data),
    onPaste: () => undefined,
    onResize: () => undefined,
  })
  screens.push(screen)
  screen.show(document.body, 'test')
  return { screen, typed }
}

/** For `afterEach`. */
export function closeScreens(): void {
  for (const screen of screens.splice(0)) screen.dispose()
}
