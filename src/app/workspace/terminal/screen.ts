/** xterm.js with what we add to it and what we take away. Loaded when a terminal is first looked at. */
import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal, type IUnicodeVersionProvider } from '@xterm/xterm'
import type { TerminalSize } from '../../../sandbox/contract/contract.ts'
import { TERMINAL_SCROLLBACK_LINES } from '../../limits.ts'
import { guard, webAddress } from './guard.ts'
import type { LetterWidth } from './prompt-view.ts'
import { readTheme, watchTheme } from './theme.ts'

/** Size of the text if the page's is as usual. */
const TEXT_PX = 13

export interface ScreenOptions {
  /** Shows only: nothing can be typed. */
  readonly readOnly: boolean
  readonly label: string
  /** The program in the foreground reads keys itself. */
  readonly isRaw: () => boolean
  readonly onData: (data: string) => void
  /** Text from the clipboard, or dropped. */
  readonly onPaste: (text: string) => void
  readonly onResize: (size: TerminalSize) => void
}

export interface FoundMatches {
  /** 0-based; -1 when there is none. */
  readonly at: number
  readonly count: number
}

/** A terminal's screen. It may be taken out of the page and put in again. */
export class Screen {
  readonly terminal: Terminal
  readonly width: LetterWidth
  readonly element = document.createElement('div')
  readonly #fit = new FitAddon()
  readonly #search = new SearchAddon()
  readonly #stopWatching: () => void
  readonly #resizes = new ResizeObserver(() => this.fit())
  #isOpen = false

  constructor(options: ScreenOptions) {
    this.terminal = new Terminal({
      allowProposedApi: true,
      convertEol: true,
      cursorBlink: !options.readOnly,
      disableStdin: options.readOnly,
      fontFamily: "'JetBrains Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
      fontSize: TEXT_PX,
      lineHeight: 1.25,
      // The page's own bound for text.
      minimumContrastRatio: 4.5,
      scrollback: TERMINAL_SCROLLBACK_LINES,
      macOptionIsMeta: true,
      rightClickSelectsWord: false,
      linkHandler: { activate: (_event, address) => openLink(address), allowNonHttpProtocols: false },
    })
    const { terminal } = this
    guard(terminal, options.isRaw)
    this.width = unicodeWidth(terminal)
    terminal.loadAddon(this.#fit)
    terminal.loadAddon(this.#search)
    terminal.loadAddon(new WebLinksAddon((_event, address) => openLink(address)))
    terminal.onData(options.onData)
    terminal.onResize(({ cols: columns, rows }) => options.onResize({ columns, rows }))
    terminal.attachCustomKeyEventHandler((event) => this.#isForTerminal(event, options))
    this.element.className = 'screen'
    this.#takePaste(options)
    this.#stopWatching = watchTheme(() => this.#paint())
  }

  get size(): TerminalSize {
    return { columns: this.terminal.cols, rows: this.terminal.rows }
  }

  /** Puts the screen into the page; returns how to take it out again. */
  show(parent: HTMLElement, label: string): () => void {
    parent.append(this.element)
    if (!this.#isOpen) {
      this.#isOpen = true
      this.terminal.open(this.element)
    }
    this.terminal.textarea?.setAttribute('aria-label', label)
    this.#paint()
    this.fit()
    this.#resizes.observe(parent)
    return () => {
      this.#resizes.disconnect()
      this.element.remove()
    }
  }

  fit(): void {
    if (this.element.clientWidth > 0) this.#fit.fit()
  }

  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.terminal.write(data, resolve))
  }

  /** As they stand there, without the empty ones at the end; a line that is broken at the screen's edge is one. */
  lastLines(count: number): string {
    const { active } = this.terminal.buffer
    const lines: string[] = []
    for (let row = 0; row < active.length; row += 1) {
      const line = active.getLine(row)
      const text = line?.translateToString(true) ?? ''
      if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${text}`)
      else lines.push(text)
    }
    return lines.join('\n').trimEnd().split('\n').slice(-count).join('\n')
  }

  set readerMode(isOn: boolean) {
    this.terminal.options.screenReaderMode = isOn
  }

  /** Marks what is found, and shows the next or the previous one. */
  find(text: string, direction: 'next' | 'previous', onFound: (found: FoundMatches) => void): void {
    const style = getComputedStyle(this.element)
    const mark = style.getPropertyValue('--terminal-match').trim() || '#b8860b'
    const decorations = { matchOverviewRuler: mark, activeMatchColorOverviewRuler: mark, matchBorder: mark }
    const listening = this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      onFound({ at: resultIndex, count: resultCount }),
    )
    const options = { decorations: { ...decorations, activeMatchBorder: mark } }
    if (direction === 'next') this.#search.findNext(text, options)
    else this.#search.findPrevious(text, options)
    listening.dispose()
  }

  endSearch(): void {
    this.#search.clearDecorations()
    this.terminal.clearSelection()
  }

  dispose(): void {
    this.#stopWatching()
    this.#resizes.disconnect()
    this.terminal.dispose()
    this.element.remove()
  }

  #paint(): void {
    if (!this.element.isConnected) return
    this.terminal.options.theme = readTheme(this.element)
    const fontSize = Math.round(
      (TEXT_PX * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16,
    )
    if (fontSize === this.terminal.options.fontSize) return
    this.terminal.options.fontSize = fontSize
    this.fit()
  }

  /** False: the browser gets the key. */
  #isForTerminal(event: KeyboardEvent, { isRaw }: ScreenOptions): boolean {
    const command = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    // The way out for whoever has only a keyboard.
    if (event.key === 'Tab' && event.shiftKey && !isRaw()) return false
    if (command && key === 'v') return false
    if (command && key === 'c' && this.terminal.hasSelection()) {
      if (event.type === 'keydown') {
        void navigator.clipboard.writeText(this.terminal.getSelection())
        this.terminal.clearSelection()
        event.preventDefault()
      }
      return false
    }
    return !(command && event.shiftKey && key === 'c')
  }

  /** Pasted text is not typed text: it may have many lines, and it may have been made by somebody else. */
  #takePaste({ onPaste, readOnly }: ScreenOptions): void {
    this.element.addEventListener(
      'paste',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        const text = event.clipboardData?.getData('text/plain') ?? ''
        if (!readOnly && text !== '') onPaste(text)
      },
      { capture: true },
    )
  }
}

function openLink(address: string): void {
  const safe = webAddress(address)
  if (safe !== undefined) window.open(safe, '_blank', 'noopener,noreferrer')
}

/** The newer tables, for the terminal and for the prompt alike. */
function unicodeWidth(terminal: Terminal): LetterWidth {
  let width: LetterWidth = () => 1
  const register = (provider: IUnicodeVersionProvider) => {
    width = (code) => provider.wcwidth(code)
    terminal.unicode.register(provider)
    terminal.unicode.activeVersion = provider.version
  }
  // All that the addon uses of a terminal.
  new Unicode11Addon().activate({ unicode: { register } } as unknown as Terminal)
  return width
}
