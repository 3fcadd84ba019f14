/** The Markdown renderer, once it is loaded: chunks of their own, because the composer must not wait for them. */
type Render = (source: string) => string

let renderer = $state.raw<Render>()
let loading = false

/** Undefined until it is here; whoever asks is told when it is. A failed load is tried again at the next ask. */
export function rendererReady(): Render | undefined {
  if (!renderer && !loading) void load()
  return renderer
}

async function load(): Promise<void> {
  loading = true
  try {
    const { renderMarkdown } = await import('./markdown.ts')
    renderer = (source) => renderMarkdown(source)
    const { createHighlight } = await import('./highlight.ts')
    const show = () => {
      // A new function, so that what is on the screen is rendered again with the colours that are here now.
      renderer = (source) => renderMarkdown(source, highlight)
    }
    const highlight = createHighlight(show)
    show()
  } catch (error) {
    console.info('A part of the Markdown renderer did not load; text is shown as it is.', error)
  }
  loading = false
}
