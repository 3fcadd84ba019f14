/**
 * The changes to just-bash 3.4.2 (`dist/bundle/browser.js`, Apache-2.0), as exact replacements of its minified
 * text: what to find, what to put there, and how often it occurs (once). When that is not so, the build fails: after an update of just-bash they are made anew.
 * The `live…` functions are in the `.js` files beside this one; `why` names the file where it is not `live.js`.
 */
import { BUILTIN_PATCHES } from './patches/builtin-patches.mjs'
import { EXPANSION_PATCHES } from './patches/expansion-patches.mjs'
import { GRAMMAR_PATCHES } from './patches/grammar-patches.mjs'
import { INTROSPECTION_PATCHES } from './patches/introspection-patches.mjs'
import { SPEED_PATCHES } from './patches/speed-patches.mjs'
import { TRACE_PATCHES } from './patches/trace-patches.mjs'

export const PATCHED_VERSION = '3.4.2'

export const PATCHES = [
  {
    why: 'the embedder is known to the interpreter and to commands',
    changes: [
      ['this.ctx={state:n,fs:t.fs,', 'this.ctx={state:n,host:t.host,fs:t.fs,'],
      ['let E={fs:this.fs,commands:', 'let E={host:this.host,fs:this.fs,commands:'],
      ['this.sleepFn=t.sleep,', 'this.sleepFn=t.sleep,this.host=t.host,'],
    ],
  },
  {
    why: 'an execution has streams of its own, exports what it was given, has the descriptors that it was handed, shares no variable attributes with the next one, and its state can be read when it ends',
    changes: [
      [
        'extraArgs:u.args},g=t;',
        'extraArgs:u.args,...liveFirstFrame(n?.source),live:n?.live,fileDescriptors:liveHandedOn(n?.descriptors),ownLive:n?.live,line:this.host?.jobs.isInteractive?this.host.line:void 0,exportedVars:liveExported(this.state.exportedVars,u),readonlyVars:new Set(this.state.readonlyVars)},g=t;n?.image&&Object.assign(m,n.image.state);n?.session&&(m=liveSession(n.session,m,this));n?.onState?.(m);',
      ],
    ],
  },
  {
    why: 'substitutions keep stdout',
    changes: [
      [
        'let c=await e.executeScript(r),u=c.exitCode;',
        'let c=await liveCaptured(e,()=>e.executeScript(r),{parse:or,ExitError:he,entryOf:Rn,textOf:zd}),u=c.exitCode;',
      ],
      [
        'let p=await e.executeScript(t.body),h=',
        'let p=await liveCaptured(e,()=>e.executeScript(t.body),{parse:or,ExitError:he,entryOf:Rn,textOf:zd}),h=',
      ],
      [
        'try{h=await e.executeScript(t)}',
        'try{h=await liveCaptured(e,()=>e.executeScript(t),{parse:or,ExitError:he,entryOf:Rn,textOf:zd})}',
      ],
      [
        'A=await e.executeScript(E);',
        'A=await liveCaptured(e,()=>e.executeScript(E),{parse:or,ExitError:he,entryOf:Rn,textOf:zd});',
      ],
    ],
  },
  {
    why: 'a shell goes on where another has forked',
    changes: [['let x=or(g,{maxHeredocSize', 'let x=n?.image?.script??or(g,{maxHeredocSize']],
  },
  {
    why: 'pipelines whose commands run at the same time (pipeline.js); a finished pipeline writes its output',
    changes: [
      ['R=await n(y,s)', 'R=await livePiped(e,t,w,{entryOf:Rn,textOf:zd,run:()=>n(y,s)})'],
      [
        'async executePipeline(t){return b3(this.ctx,t,(n,r)=>this.executeCommand(n,r))}',
        'async executePipeline(t){let v;try{v=liveFlush(this.ctx,await(t.commands.length>1?livePipeline(this,t,{...this.liveParts,sequential:n=>b3(this.ctx,t,n)}):t.timed?b3(this.ctx,t,(n,r)=>this.executeCommand(n,r)):liveSingle(this,t,n=>this.setPipeStatus(n))))}catch(n){throw liveFlushError(this.ctx,n)}return liveSettled(this.ctx,v,he)}' +
          'setPipeStatus(t){let{ctx:n}=this,r=n.state.arrays?.get("PIPESTATUS")?.elements;if(r?.size===1&&t.length===1&&r.get("0")===String(t[0]))return;kt(n,"PIPESTATUS");for(let s=0;s<t.length;s++)we(n,"PIPESTATUS",s,String(t[s]))}' +
          'get liveParts(){return{entryOf:Rn,textOf:zd,Interpreter:Yo,copyState:_p,parse:or,print:g7,ExitError:he,findProgram:Q4,isBuiltin:n=>Bi.has(n),' +
          'codeOf:n=>n instanceof he||n instanceof Yt||n instanceof _t?n.exitCode:n instanceof nn||n instanceof Ge||n instanceof Jt||n instanceof pr||n instanceof Xs?1:n instanceof Qt||n instanceof Xt?0:void 0}}',
      ],
    ],
  },
  {
    why: 'redirections keep what they redirect: simple commands, compound commands, functions',
    changes: [
      [
        'let S,E=null;try{S=await this.runCommand(u,f,d,n,!1,!1,w,y)}',
        'await liveTrace(this.ctx,o+x,Rn)&&(o=x="");let S,E=null;try{let Z={name:u,args:f,node:t,redirections:t.redirections,prepared:b,stdin:n,routes:b.standardRoutes,entryOf:Rn,textOf:zd};S=await liveJob(this.ctx,Z)??await liveCommand(this.ctx,Z,()=>this.runCommand(u,f,d,n,!1,!1,w,y))}',
      ],
      [
        'let l=await r(i);return await fs(e,l,t,',
        'let l=await(t.length>0?liveRouted(e,i.standardRoutes,{entryOf:Rn,textOf:zd},()=>r(i)):r(i));return await fs(e,l,t,',
      ],
      [
        'm=await e.executeCommand(t.body,p,h);return fs(',
        'L=()=>liveInFunction(e,()=>e.executeCommand(t.body,p,h),{parse:or}),m=await(t.redirections.length>0?liveRouted(e,f.standardRoutes,{entryOf:Rn,textOf:zd},L):L());return fs(',
      ],
    ],
  },
  {
    why: 'bytes and text that are joined by 2>&1 or 1>&2 stay what they are',
    changes: [
      ['case"live-stdout":l+=A;break;', 'case"live-stdout":l+=R||d!=="binary"?A:Dn(A);break;'],
      ['case"live-stderr":c+=A;break;', 'case"live-stderr":c+=R&&d==="binary"?ue(A):A;break;'],
      ['let A=x+S;', 'let A=x+(d==="binary"?Dn(S):S);'],
    ],
  },
  {
    why: "what printf, echo and $'…' make of an escape for a byte is that byte, not a letter",
    changes: [
      ['(r+=mk(a),s=l)', '(r+=liveLetters(a.map(liveByte).join("")),s=l)'],
      ['n+=String.fromCharCode(parseInt(i,8))', 'n+=liveByte(parseInt(i,8))', 3],
      ['for(let a of i)n+=String.fromCharCode(a)', 'for(let a of i)n+=liveByte(a)'],
      ['t+=String.fromCharCode(o)', 't+=liveByte(o)', 2],
      [
        'return{stdout:l,stderr:d,exitCode:f?1:0,internalStdinConsumed:0}}catch(o)',
        'return{stdout:liveLetters(l),stderr:d,exitCode:f?1:0,internalStdinConsumed:0}}catch(o)',
      ],
      ['if(i=o.output,o.stop)', 'if(i=liveLetters(o.output),o.stop)'],
      ['let n=K3.encode(e),r="";', 'let n=liveEncode(e),r="";'],
    ],
  },
  {
    why: 'the words of "$@" and $command in front are a command and its arguments',
    changes: [
      [
        'let u=await _e(this.ctx,t.name),f=[],d=[],p=',
        'let liveName=t.name.parts.every(N=>N.type==="Literal")?void 0:await dr(this.ctx,t.name),u=liveName?liveName.values[0]??"":await _e(this.ctx,t.name),f=liveName?liveName.values.slice(1):[],d=f.map(()=>!0),p=',
      ],
      ['let m=t.name.parts.every(N=>', 'let m=liveName?.values.length===0||t.name.parts.every(N=>'],
    ],
  },
  {
    why: 'trap (traps.js)',
    changes: [
      ['if(t==="type")return await i3(', 'if(t==="trap")return liveTrap(c,n);if(t==="type")return await i3('],
      [
        'R=await new Yo(E,m).executeScript(x);',
        'R=await liveWithTraps(new Yo(E,m),{state:m},{script:x,parse:or,ExitError:he});',
      ],
      [
        'l=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)',
        'l=>liveInSubshell(e,()=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0),{parse:or,ExitError:he})',
      ],
    ],
  },
  {
    why: 'a function, a subshell or eval that fails is a failure, whatever in it was allowed to fail (traps.js)',
    changes: [
      ['a=this.ctx.state.errexitSafe;', 'a=this.ctx.state.errexitSafe&&liveHandsOn(t.pipelines[s]);'],
    ],
  },
  {
    why: 'the actions of trap for ERR and DEBUG (traps.js)',
    changes: [
      [
        'if(this.ctx.state.errexitSafe=o||i||a,this.ctx.state.options.errexit&&r!==0&&s===t.pipelines.length-1&&!i&&!this.ctx.state.inCondition&&!a){',
        'let V=r!==0&&s===t.pipelines.length-1&&!i&&!this.ctx.state.inCondition&&!a;if(V&&liveHad){let Z=await liveFailed(this.ctx,t.pipelines[s],this.liveParts);n.append("stdout",Z.stdout);n.append("stderr",Z.stderr)}if(this.ctx.state.errexitSafe=o||i||a,this.ctx.state.options.errexit&&V){',
      ],
      [
        'async executeSimpleCommand(t,n){let r;try{',
        'async executeSimpleCommand(t,n){let r;if(this.ctx.state.traps?.has("DEBUG"))liveCommandBegins(this.ctx,t),liveFlush(this.ctx,await liveAction(this.ctx,"DEBUG",this.liveParts));try{',
      ],
      ['["T",null],["E",null]', '["T","functrace"],["E","errtrace"]'],
      ['["functrace",null],["errtrace",null]', '["functrace","functrace"],["errtrace","errtrace"]'],
    ],
  },
  {
    why: 'what stands before && and || or behind ! is a condition, with all that it calls',
    changes: [
      [
        'let f=await this.executePipeline(c);',
        'let liveWas=this.ctx.state.inCondition;(c.negated||l<t.pipelines.length-1)&&(this.ctx.state.inCondition=!0);let f;try{f=await this.executePipeline(c)}finally{this.ctx.state.inCondition=liveWas}',
      ],
    ],
  },
  {
    why: 'shopt -s inherit_errexit is kept, for substitutions',
    changes: [
      [
        '"expand_aliases","lastpipe","xpg_echo"]',
        '"expand_aliases","lastpipe","xpg_echo","inherit_errexit"]',
      ],
    ],
  },
  {
    why: 'continue and break in a subshell do not mean the loop around it',
    changes: [['parentHasLoopContext=i>0,', 'parentHasLoopContext=!1,']],
  },
  {
    why: 'an assignment to a readonly variable ends the command that it is in, not the script',
    changes: [
      [
        'let s=await t3(this.ctx,t);if(s.error)return s.error;',
        'let s;try{s=await t3(this.ctx,t)}catch(v){let{posix:p,errexit:x}=this.ctx.state.options;throw v instanceof he&&!p&&!x&&v.stderr.includes(": readonly variable")?new Ge("",v.stdout,v.stderr):v}if(s.error)return s.error;',
      ],
    ],
  },
  {
    why: 'declare -f prints functions',
    changes: [
      [
        'if(t==="declare"||t==="typeset")return cp(c,n)',
        'if(t==="declare"||t==="typeset")return liveFunctions(c,n,g7)??cp(c,n)',
      ],
    ],
  },
  {
    why: 'command -v finds every program on PATH',
    changes: [['else if(e.commands.has(a)){', 'else if(e.commands.has(a)||await liveIsOnPath(e,a)){']],
  },
  {
    why: 'exec with a command ends the shell',
    changes: [
      [
        'internalProducerOmitsShellPrefix:!0}}if(t==="wait")',
        'internalProducerOmitsShellPrefix:!0,internalEndsShell:!0}}if(t==="wait")',
      ],
      ['let A=o+x;if(A&&', 'let A=o+x,V=S.internalEndsShell;if(A&&'],
      [
        ',S.internalProducerOmitsShellPrefix),g.finish(),E)throw E;',
        ',S.internalProducerOmitsShellPrefix),g.finish(),E)throw E;if(V){S=liveFlush(this.ctx,S);throw new he(S.exitCode,$c(S),S.stderr)}',
      ],
    ],
  },
  {
    why: 'a file that cannot be opened is an error of that command, in the words of a shell',
    changes: [
      [
        'if(!s)throw a;return{error:Q("",`bash: ${t}: cannot open redirect target\n`,1)}',
        'return{error:Q("",liveWords(`bash: ${t}: ${ht(a)}\n`),1)}',
      ],
      ['return{...A,internalStdinConsumed:', 'return{...A,stderr:liveWords(A.stderr),internalStdinConsumed:'],
      ['return K(`${t}: ${Ye(ht(S))}\n`)}}', 'return K(liveWords(`${t}: ${Ye(ht(S))}\n`))}}'],
    ],
  },
  {
    why: 'signals and other messages get in between two statements; set -v writes at once',
    changes: [
      [
        'async executeStatement(t){if(',
        'async executeStatement(t){let liveHad=this.ctx.state.traps?.has("ERR"),v=this.ctx.host?.tick(this.ctx.state);if(v)await v;if(this.ctx.host?.waitingSignal!==void 0)await liveSignals(this.ctx,this.liveParts);if(t.background&&this.ctx.state.live)return liveBackground(this,t,this.liveParts);if(',
      ],
      [
        'n.append("stderr",`${t.sourceText}\n`);',
        '(await liveTrace(this.ctx,`${t.sourceText}\n`,Rn)||n.append("stderr",`${t.sourceText}\n`));',
      ],
    ],
  },
  {
    why: 'files found on PATH are programs: the embedder runs them',
    changes: [
      [
        'await a(c.path,n,r);let{cmd:u,path:f}=c;',
        'i.host?await i.host.runFile({path:c.path,name:t,args:n,stdin:r||i.state.groupStdin||"",env:o(),cwd:i.state.cwd,live:liveStreams(i,Rn),descriptors:liveDescriptors(i,Rn,cs),table:i.state.fileDescriptors,exec:(S,E)=>i.execFn(S,E,!1)}):await a(c.path,n,r);let{cmd:u,path:f}=c;',
      ],
    ],
  },
  {
    why: 'commands know the streams, read the real stdin when nothing else feeds them, and start others with the exported variables',
    changes: [
      [
        'let d=r||i.state.groupStdin||"",p=!1',
        'i.host?.beforeCommand(t);let d=r||i.state.groupStdin||"",L=liveFeed(i,t,d),p=!1',
      ],
      ['let m={fs:i.fs,fsIdentity:', 'let m={live:liveStreams(i,Rn),host:i.host,fs:i.fs,fsIdentity:'],
      ['get stdin(){return p=!0,d},', 'feed:L,get stdin(){return p=!0,liveInput(i,L)},'],
      ['()=>u.execute(n,y)', '()=>liveFed(i,L,()=>u.execute(n,y))'],
      [
        'exec:(S,E)=>i.execFn(S,E,!1),execWith',
        'exec:(S,E)=>i.execFn(S,{env:m.exportedEnv,live:liveRelayed(t,m.live),...E},!1),execWith',
      ],
      ['return Sp(c,n,s,a)', 'return await liveReadAhead(c,n,s)??Sp(c,n,s,a)'],
      ['return Ep(c,n,s)', 'return await liveReadRest(c,s),await Ep(c,n,s)'],
    ],
  },
  {
    why: 'expressions that both engines read alike run on the browser’s (regex.js)',
    changes: [
      [
        'i=Tb(n);this._re2=Vr.compile(s,i)',
        'i=Tb(n);this._re2=liveRegex(s,n,()=>Vr.compile(s,i))??Vr.compile(s,i)',
      ],
    ],
  },
  {
    why: 'jobs (jobs.js)',
    changes: [
      ['if(t==="wait")return Fe;', 'if(c.host?.jobs.isBuiltin(t))return c.host.jobs.run(t,n);'],
      ['return String(e.state.lastBackgroundPid)', 'return String(e.state.lastBackgroundPid||"")'],
    ],
  },
]

/** `source` with every change made. Throws when one does not fit. */
export function applyPatches(
  source,
  patches = [
    ...PATCHES,
    ...GRAMMAR_PATCHES,
    ...EXPANSION_PATCHES,
    ...BUILTIN_PATCHES,
    ...INTROSPECTION_PATCHES,
    ...SPEED_PATCHES,
    ...TRACE_PATCHES,
  ],
) {
  let text = source
  for (const { why, changes } of patches) {
    for (const [find, replacement, times = 1] of changes) {
      const parts = text.split(find)
      if (parts.length !== times + 1) {
        throw new Error(
          `just-bash: "${why}" fits ${parts.length - 1} times, not ${times}: ${find.slice(0, 80)}`,
        )
      }
      text = parts.join(replacement)
    }
  }
  return text
}
