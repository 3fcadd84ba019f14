/** The Markdown renderer, once it is loaded: chunks of their own, because the composer must not wait for them. */

/** Draws a text into an element, and again when it has become another. */
export interface Drawing {
  update(text: string): void
  /** Leaves the drawn nodes in place. */
  dispose(): void
}

type Renderer = (box: HTMLElement) => Drawing

let renderer = $state.raw<Renderer>()
let loading = false

/** Undefined until it is here; whoever asks is told when it is. A failed load is tried again at the next ask. */
export function rendererReady(): Renderer | undefined {
  if (!renderer && !loading) void load()
  return renderer
}

async function load(): Promise<void> {
  loading = true
  try {
    const { GrowingBlock } = await import('../growing/growing-block.ts')
    renderer = (box) => new GrowingBlock(box)
    const { createHighlight } = await import('../growing/highlight.ts')
    const show = () => {
      // A new function, so that what is on the screen is rendered again with the colours that are here now.
      renderer = (box) => new GrowingBlock(box, colours)
    }
    const colours = createHighlight(show)
    show()
  } catch (error) {
    console.info('A part of the Markdown renderer did not load; text is shown as it is.', error)
  }
  loading = false
}
