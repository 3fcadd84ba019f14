/** The screen's Markdown on a page of its own, drawn piece by piece (`markdown-stream.bench.ts`). */
import { flushSync, mount, unmount } from 'svelte'
import { createHighlight } from '../../src/app/chat/growing/highlight.ts'
import Markdown from '../../src/app/chat/markdown/Markdown.svelte'
import { renderMarkdown } from '../../src/app/chat/markdown/markdown.ts'
import { rendererReady } from '../../src/app/chat/markdown/renderer.svelte.ts'
import '../../src/app/theme.css'

interface Times {
  /** Milliseconds. */
  readonly total: number
  readonly worst: number
}

interface MarkdownBench {
  /** With the grammars that the answers need. */
  readonly ready: Promise<void>
  once(text: string): number
  streamed(text: string, steps: number): Times
  naive(text: string, steps: number): Times
}

declare global {
  interface Window {
    markdownBench: MarkdownBench
  }
}

const box = document.createElement('div')
box.style.width = '720px'
document.body.append(box)
const { html: highlight } = createHighlight(() => undefined)

/** Done when it is laid out, too. */
function timed(step: () => void): number {
  const start = performance.now()
  step()
  void box.offsetHeight
  return performance.now() - start
}

function inPieces(text: string, steps: number, draw: (text: string) => void): Times {
  const times = Array.from({ length: steps }, (_, step) =>
    timed(() => draw(text.slice(0, Math.ceil((text.length * (step + 1)) / steps)))),
  )
  return { total: times.reduce((sum, time) => sum + time, 0), worst: Math.max(...times) }
}

function streamed(text: string, steps: number): Times {
  const props = $state({ text: '' })
  const component = mount(Markdown, { target: box, props })
  const times = inPieces(text, steps, (part) => {
    props.text = part
    flushSync()
  })
  void unmount(component)
  return times
}

async function ready(): Promise<void> {
  const target = document.createElement('div')
  const component = mount(Markdown, { target, props: { text: '```ts\nlet a\n```' } })
  flushSync()
  const hasColours = () => target.querySelector('.tok-keyword') !== null
  while (rendererReady() === undefined || !hasColours())
    await new Promise((resolve) => setTimeout(resolve, 20))
  while (highlight('let a', 'ts') === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
  await unmount(component)
}

window.markdownBench = {
  ready: ready(),
  streamed,
  once: (text) => streamed(text, 1).total,
  naive: (text, steps) => {
    const naive = document.createElement('div')
    box.append(naive)
    const times = inPieces(text, steps, (part) => {
      naive.innerHTML = renderMarkdown(part, highlight)
    })
    naive.remove()
    return times
  },
}
