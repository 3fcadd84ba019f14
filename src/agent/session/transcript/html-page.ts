/**
 * A session as one page that needs nothing else: every message is there as text, so that it is read without a
 * script, too; the page's one script shows them one after the other. Its policy allows this script and this
 * style by their hashes and nothing else: text of the session cannot run, load or send anything, whatever it
 * contains.
 */
import { linesInPage } from './carried-lines.ts'
import { headline, partsOf, writeJsonl } from './write-transcript.ts'
import type { Shown, Transcript } from './write-transcript.ts'

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dfe3df,#333a35);--soft:light-dark(#f3f5f3,#1d211e);--muted:light-dark(#59605b,#a5aca7)}
body{max-width:760px;margin:0 auto;padding:24px 16px 96px;font:15px/1.55 system-ui,sans-serif}
h1{font-size:20px;overflow-wrap:anywhere}.when{color:var(--muted);font-size:13px}
article{margin:18px 0}article.you{padding:10px 14px;border-radius:10px;background:var(--soft)}
.text{white-space:pre-wrap;overflow-wrap:anywhere}.thinking{color:var(--muted);font-style:italic}
details{margin:8px 0;border:1px solid var(--line);border-radius:8px}summary{padding:6px 12px;cursor:pointer;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}summary b{font-weight:600}summary span{color:var(--muted);font:13px ui-monospace,monospace}
pre{margin:0;padding:10px 12px;border-top:1px solid var(--line);overflow:auto;max-height:420px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
.failed summary{color:light-dark(#a3281d,#f09a90)}
nav{position:fixed;inset:auto 0 0;display:flex;gap:10px;align-items:center;padding:10px 16px;border-top:1px solid var(--line);background:Canvas}
nav input{flex:1;min-width:0}button,select{font:inherit}[hidden]{display:none!important}`

/** Runs in the page; it reads nothing but the page's own elements. */
const PLAYER = `'use strict';(()=>{
const all=[...document.querySelectorAll('article')],nav=document.querySelector('nav'),[play,speed]=[nav.querySelector('button'),nav.querySelector('select')],range=nav.querySelector('input'),place=nav.querySelector('output');
let at=all.length,timer;
const show=n=>{at=n;all.forEach((a,i)=>a.hidden=i>=n);range.value=n;place.textContent=n+' / '+all.length};
const stop=()=>{clearTimeout(timer);timer=undefined;play.textContent='Play'};
const next=()=>{if(at>=all.length)return stop();show(at+1);all[at-1].scrollIntoView({block:'end',behavior:'smooth'});
const gap=at<all.length?Number(all[at].dataset.at)-Number(all[at-1].dataset.at):0;
timer=setTimeout(next,Math.min(Math.max(gap,300),2500)/Number(speed.value))};
play.onclick=()=>{if(timer)return stop();if(at>=all.length)show(0);play.textContent='Pause';next()};
range.oninput=()=>{stop();show(Number(range.value))};
range.max=all.length;nav.hidden=false;show(all.length)})()`

export async function writeHtml(transcript: Transcript): Promise<string> {
  const { title, recordedAt, messages } = transcript
  const [style, script] = await Promise.all([policyHash(STYLE), policyHash(PLAYER)])
  const policy = `default-src 'none'; style-src '${style}'; script-src '${script}'; base-uri 'none'; form-action 'none'`
  const name = escaped(title || 'Untitled session')
  const articles = messages.map((message) => {
    const { role, at, content } = message
    const parts = partsOf(message).map(elementOf).join('\n')
    const isYou = role === 'user' && content.some(({ type }) => type !== 'tool_result')
    const kind = isYou ? 'you' : 'agent'
    return `<article class="${kind}" data-at="${Math.round(at)}" aria-label="${isYou ? 'You' : 'Agent'}">${parts}</article>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${name}</title><style>${STYLE}</style></head>
<body><h1>${name}</h1><p class="when">A session of Vivarium, ${escaped(new Date(recordedAt).toISOString().slice(0, 10))}</p>
<main>
${articles.join('\n')}
</main>
<nav hidden aria-label="Player"><button type="button">Play</button><input type="range" min="0" aria-label="Message"><output></output><select aria-label="Speed"><option value="0.5">0.5 ×</option><option value="1" selected>1 ×</option><option value="5">5 ×</option><option value="20">20 ×</option></select></nav>
${linesInPage(writeJsonl(transcript))}
<script>${PLAYER}</script></body></html>
`
}

function elementOf(part: Shown): string {
  switch (part.kind) {
    case 'text':
    case 'thinking':
    case 'other':
      return `<div class="text ${part.kind}">${escaped(part.text)}</div>`
    case 'call':
      return `<details><summary>${summaryOf(part.name, part)}</summary><pre>${escaped(part.text)}</pre></details>`
    case 'result':
      return `<details class="${part.failed ? 'failed' : 'result'}"><summary>${summaryOf(part.failed ? 'Failed' : 'Result', part)}</summary><pre>${escaped(part.text)}</pre></details>`
    default:
      return part satisfies never
  }
}

function summaryOf(name: string, part: Shown): string {
  return `<b>${escaped(name)}</b> <span>${escaped(headline(part))}</span>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? '').replaceAll('\0', '�')
}

/** As a policy names what it allows. */
async function policyHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
