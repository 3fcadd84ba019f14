/**
 * Changes to just-bash that only make it faster, in the form of `patches.mjs`: a script gives the same, but
 * `[` is no pattern and commands built into bash need no PATH, which is as bash has it.
 */
export const SPEED_PATCHES = [
  {
    why: 'a command gets its context as it is: who runs here is trusted, and a process that takes too long is ended from outside',
    changes: [
      ['let w=c3(m,t),y=$p(w.context,t),x=()=>{w.revoke(),b()};', 'let y=$p(m,t);'],
      ['E=()=>pO(S,y,x,t,i.executionScope,i.state.signal),', 'E=S,'],
      ['u.internalIsExtension?k6(i.executionScope):i.executionScope,exec:', 'i.executionScope,exec:'],
    ],
  },
  {
    why: 'commands that bash has built in are not looked for on PATH, and not remembered by hash',
    changes: [
      [
        'if(!n&&e.state.hashTable){let o=e.state.hashTable.get(t);',
        'if(!n&&Bi.has(t)&&e.commands.has(t))return{cmd:e.commands.get(t),path:`/usr/bin/${t}`};if(!n&&e.state.hashTable){let o=e.state.hashTable.get(t);',
      ],
      [
        't.includes("/")||(i.state.hashTable||(i.state.hashTable=new Map),i.state.hashTable.set(t,f));',
        't.includes("/")||Bi.has(t)||(i.state.hashTable||(i.state.hashTable=new Map),i.state.hashTable.set(t,f));',
      ],
    ],
  },
  {
    why: 'a bracket that is not closed is no pattern',
    changes: [
      [
        'return!!(/[*?[]/.test(e)||t&&/[@*+?!]\\(/.test(e))',
        'return!!(/[*?]|\\[[^]*[\\]\\\\]|\\\\[^]*\\[/.test(e)||t&&/[@*+?!]\\(/.test(e))',
      ],
    ],
  },
  {
    why: 'a command that stands in front of one of the library gets no context made for that one',
    changes: [
      [
        'if(g){let S=Object.getOwnPropertyDescriptors(m);S.executionScope={value:i.executionScope,enumerable:!0,configurable:!0,writable:!0};let E=Object.defineProperties(Object.create(Object.getPrototypeOf(m)),S),A=c3(E,g.name),O=$p(A.context,g.name);b=A.revoke,m.origCommand=R=>{let N=()=>g.execute(R,O);return g.trusted?St.runTrustedAsync(N):St.runUntrustedAsync(N)}}',
        'if(g)m.origCommand=R=>g.execute(R,m);',
      ],
    ],
  },
  {
    why: 'words made of text, variables and numbers are expanded at once (quick-words.js)',
    changes: [
      [
        'async function dr(e,t){return $w(e,t,',
        'async function dr(e,t){return liveQuickWord(e,t,liveArithmeticParts_())??$w(e,liveHasListOperand(t)?await liveChosen(t,n=>Dw(e,n)):t,',
      ],
      [
        'async function _e(e,t){return vd(',
        'async function _e(e,t){return liveQuickText(e,t,liveArithmeticParts_())??vd(',
      ],
    ],
  },
  {
    why: 'where nothing is redirected, nothing is prepared and nothing taken back (plain-streams.js)',
    changes: [
      [
        'function Wi(e,t,n){let r={numericSnapshot',
        'function Wi(e,t,n){let plain=livePlainScope(e,t);if(plain)return plain;let r={numericSnapshot',
      ],
      [
        'async function fs(e,t,n,r,s=new Map,i=new Map,o="bash",a=!1){n.length>0',
        'async function fs(e,t,n,r,s=new Map,i=new Map,o="bash",a=!1){let plain=livePlainResult(e,n,i,t);if(plain)return plain;n.length>0',
      ],
    ],
  },
  {
    why: 'a command that starts no other has no list made of what is exported; time is not among the ceilings',
    changes: [
      ['p=!1,h=o();i.state.fileDescriptors', 'p=!1,h;i.state.fileDescriptors'],
      ['exportedEnv:h', 'get exportedEnv(){return h??=o()}'],
      [
        ',Date.now()-this.startedAt>this.limits.maxExecutionTimeMs&&this.fail(new He("",`bash: ${t} exceeded execution deadline (${this.limits.maxExecutionTimeMs}ms)\n`))',
        '',
      ],
    ],
  },
  {
    why: 'simple commands of such words without redirections run at once (quick-commands.js)',
    changes: [
      [
        'liveAction(this.ctx,"DEBUG",this.liveParts));try{',
        'liveAction(this.ctx,"DEBUG",this.liveParts));try{let quick=liveQuickCommand(this,t,n,{words:liveArithmeticParts_(),finish:fs});if(quick)return await quick;',
      ],
    ],
  },
  {
    why: 'a command that has made no files for <(…) and >(…) has none to take away',
    changes: [
      [
        'let o=await Ad(this.ctx,s);return!o.stdout',
        'if(!(this.ctx.state.processSubstitutions?.length>s))return i;let o=await Ad(this.ctx,s);return!o.stdout',
      ],
    ],
  },
  {
    why: 'a text without letters beyond ASCII is found out at once',
    changes: [
      [
        'let r=!1;for(let i=0;i<n.length;i++){let o=n.charCodeAt(i);if(o>255)return n;o>127&&(r=!0)}if(!r)return n;',
        'if(!/[^\\0-\\x7f]/.test(n)||/[^\\0-\\xff]/.test(n))return n;',
      ],
    ],
  },
  {
    why: 'names of options are compared by their characters: a comparison by language loads the tables of all languages',
    changes: [
      [
        '.sort((r,s)=>r.name.localeCompare(s.name));for(let r of n)r.enabled&&t.push(r.name)',
        '.sort((r,s)=>r.name<s.name?-1:1);for(let r of n)r.enabled&&t.push(r.name)',
      ],
    ],
  },
]
