/** The element's look. Colours and type can be set from outside by the custom properties that it begins with. */
export const STYLE = `
:host {
  --_bg: var(--vivarium-bg, light-dark(oklch(1 0 0), oklch(0.215 0.006 150)));
  --_soft: var(--vivarium-soft, light-dark(oklch(0.965 0.003 130), oklch(0.26 0.007 150)));
  --_line: var(--vivarium-line, light-dark(oklch(0.9 0.004 130), oklch(0.32 0.006 150)));
  --_text: var(--vivarium-text, light-dark(oklch(0.23 0.01 150), oklch(0.93 0.004 130)));
  --_muted: var(--vivarium-muted, light-dark(oklch(0.45 0.01 150), oklch(0.74 0.006 130)));
  --_accent: var(--vivarium-accent, light-dark(oklch(0.48 0.1 155), oklch(0.76 0.12 155)));
  --_danger: light-dark(oklch(0.5 0.18 27), oklch(0.78 0.12 25));
  display: block;
  block-size: 480px;
  color-scheme: light dark;
}
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([hidden]) { display: none; }
.frame {
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  block-size: 100%;
  box-sizing: border-box;
  overflow: hidden;
  border: 1px solid var(--_line);
  border-radius: 10px;
  background: var(--_bg);
  color: var(--_text);
  font: 14px/1.55 var(--vivarium-font, system-ui, sans-serif);
}
header, .bar { display: flex; gap: 6px; align-items: center; padding: 8px 12px; border: 0 solid var(--_line); }
header { border-block-end-width: 1px; }
.bar { border-block-start-width: 1px; flex-wrap: wrap; }
.title { flex: 1; margin: 0; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 14px; font-weight: 600; }
a { color: var(--_accent); white-space: nowrap; font-size: 13px; }
.messages { overflow: auto; padding: 4px 12px; overscroll-behavior: contain; }
article { margin-block: 14px; content-visibility: auto; contain-intrinsic-size: auto 60px; }
article[hidden] { display: none; }
.you { padding: 8px 12px; border-radius: 10px; background: var(--_soft); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.thinking, .other, .state { color: var(--_muted); }
.thinking { font-style: italic; }
details { margin-block: 8px; border: 1px solid var(--_line); border-radius: 8px; }
summary { padding: 5px 10px; cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary b { font-weight: 600; }
summary span { color: var(--_muted); font: 12.5px var(--vivarium-mono, ui-monospace, monospace); }
pre { margin: 0; padding: 8px 10px; border-block-start: 1px solid var(--_line); max-block-size: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.5 var(--vivarium-mono, ui-monospace, monospace); }
.failed > summary b { color: var(--_danger); }
button, select { min-block-size: 30px; padding: 2px 10px; border: 1px solid var(--_line); border-radius: 7px; background: var(--_bg); color: inherit; font: inherit; }
button:hover { background: var(--_soft); }
button:disabled { opacity: 0.5; }
select { padding-inline: 4px; }
.play { min-inline-size: 60px; border-color: var(--_accent); color: var(--_accent); }
input { flex: 1; min-inline-size: 60px; accent-color: var(--_accent); }
output { min-inline-size: 5ch; font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--_muted); }
.state { margin: 12px 0; }
.problem { margin: 12px 0; color: var(--_danger); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
`
