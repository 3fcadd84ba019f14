/** Changes to just-bash that concern builtins, and where their output goes, in the form of `patches.mjs`. */

export const BUILTIN_PATCHES = [
  {
    why: 'test and [ say what they cannot make sense of, and end with 2 (test-faults.js)',
    changes: [
      [
        'f=n.slice(0,-1)}return jo(c,f)}',
        'f=n.slice(0,-1)}let p=liveTestFault(f);return p===void 0?jo(c,f):K(`bash: line ${c.state.currentLine}: ${t}: ${p}\n`,2)}',
      ],
    ],
  },
  {
    why: 'columns of shopt and set -o as bash has them',
    changes: [
      [
        'j4.map(r=>`${r.padEnd(16)}${e.state.options[r]?"on":"off"}`)',
        'j4.map(r=>`${r.padEnd(15)}\t${e.state.options[r]?"on":"off"}`)',
      ],
      ['${b}\t\t${w?"on":"off"}', '${b.padEnd(15)}\t${w?"on":"off"}'],
      ['${g}\t\t${b?"on":"off"}', '${g.padEnd(15)}\t${b?"on":"off"}'],
      ['${g}\t\t${y?"on":"off"}', '${g.padEnd(15)}\t${y?"on":"off"}'],
      ['${m}\t\t${y?"on":"off"}', '${m.padEnd(15)}\t${y?"on":"off"}'],
      ['${g}\t\toff', '${g.padEnd(15)}\toff'],
      ['${m}\t\toff', '${m.padEnd(15)}\toff'],
    ],
  },
  {
    why: 'a quote in a format of printf may be escaped; %b has the escapes of echo -e that it lacks',
    changes: [
      ['case"b":{let o=C8(n,r);', 'case"b":{let o=C8(liveMoreEscapes(n),r);'],
      [
        'let o=Math.min(t.limits.maxStringLength,t.limits.maxOutputSize),a=ia(s,o),',
        String.raw`let o=Math.min(t.limits.maxStringLength,t.limits.maxOutputSize),a=ia(s.replace(/\\[^]/g,p=>p==='\\"'?'"':p),o),`,
      ],
    ],
  },
  {
    why: 'numbers in printf, and formats that are none (printf.js); %c is a byte',
    changes: [
      ['function g8(e,t,n,r){', 'function g8(e,t,n,r){let V=liveConversion(e,t,n);if(V)return V;'],
      ['for(;o<e.length;)if(e[o]==="%"&&o+1<e.length){let d=o;', 'for(;o<e.length;)if(e[o]==="%"){let d=o;'],
      [
        'let l=new TextEncoder().encode(n)[0];return{value:String.fromCharCode(l)',
        'let l=new TextEncoder().encode(n)[0];return{value:liveByte(l)',
      ],
    ],
  },
  {
    why: 'echo takes its options in any order',
    changes: [
      [
        'if(o==="-n")n=!0,s++;else if(o==="-e")r=!0,s++;else if(o==="-E")r=!1,s++;else if(o==="-ne"||o==="-en")n=!0,r=!0,s++;else break}let i=e.slice(s).join(" ");',
        'if(/^-[neE]+$/.test(o)){for(let x of o.slice(1))x==="n"?n=!0:r=x==="e";s++}else break}let i=e.slice(s).join(" ");',
      ],
    ],
  },
  {
    why: 'umask and ulimit (builtins.js); what $- and set -o tell',
    changes: [
      [
        'if(t==="trap")return liveTrap(c,n);',
        'let liveOwn=liveBuiltin(c,t,n);if(liveOwn)return liveOwn;if(t==="trap")return liveTrap(c,n);',
      ],
      ['Bi=new Set([":",', 'Bi=new Set(["umask","ulimit","trap",":",'],
      ['case"-":{let o="";return ', 'case"-":{let o="";return liveOptionLetters(e.state);return '],
      [
        'H4.map(r=>`${r.padEnd(16)}off`)',
        'H4.map(r=>`${r.padEnd(15)}\t${/^(braceexpand|hashall|interactive-comments)$/.test(r)||e.state.options[r]?"on":"off"}`)',
      ],
      ['["H",null],["P",null]', '["H",null],["i","interactive"],["P",null]'],
    ],
  },
  {
    why: 'exec has options',
    changes: [
      [
        'if(t==="exec"){if(n.length===0)return Fe;',
        'if(t==="exec"){for(;/^-./.test(n[0]??"");){let Z=n[0];if(Z==="-a")n=n.slice(2);else if(Z==="--"||Z==="-c"||Z==="-l")n=n.slice(1);else return K(`bash: exec: ${Z}: invalid option\\n`,2);if(Z==="--")break}if(n.length===0)return Fe;',
      ],
    ],
  },
  {
    why: 'exit with too many arguments does not exit; return outside of functions has a code of its own',
    changes: [
      [
        'let i=BigInt(s);n=Number((i%256n+256n)%256n)',
        'if(t.length>1)throw new Ge("exit: too many arguments");let i=BigInt(s);n=Number((i%256n+256n)%256n)',
      ],
      [
        'from a function or sourced script\\n");let n=e.state.lastExitCode',
        'from a function or sourced script\\n",2);let n=e.state.lastExitCode',
      ],
    ],
  },
  {
    why: 'declare -A m=([k]="a b") keeps the values whole; local has the options of declare; readonly -a makes arrays',
    changes: [
      [
        'if(t==="local")return xp(c,n)',
        'if(t==="local")return c.state.localScopes.length>0&&n.some(f=>/^-[a-zA-Z]*[Ailruxp]/.test(f))?cp(c,n.join()==="-p"?["-p",...[...c.state.localScopes.at(-1).keys()].sort()]:n):xp(c,n)',
      ],
      [
        'if(u.value===void 0&&!u.isArray){En(e,u.name);continue}',
        'if(u.value===void 0&&!u.isArray){En(e,u.name);if((r||s)&&!Gt(e,u.name)){s&&(e.state.associativeArrays??=new Set).add(u.name);$o(e,u.name,s?"associative":"indexed")}continue}',
      ],
    ],
  },
  {
    why: 'test -o knows every option; exec -- is not for redirections alone',
    changes: [
      ['return r?r():!1', 'return r?r():e.state.options[t]===!0'],
      ['(f.length===0||f[0]==="--")', '(f.length===0||f.length===1&&f[0]==="--")'],
    ],
  },
  {
    why: 'standard output and error go by their other names, too (plain-streams.js)',
    changes: [
      [
        'if(t==="/dev/stdout")return{entry:{kind:"dup-out",sourceFd:1}};if(t==="/dev/stderr")return{entry:{kind:"dup-out",sourceFd:2}};',
        't=liveTarget(t);if(t==="/dev/stdout")return{entry:{kind:"dup-out",sourceFd:1}};if(t==="/dev/stderr")return{entry:{kind:"dup-out",sourceFd:2}};',
      ],
      [
        'let A=S.fd??1;if(A!==1&&A!==2)break;let O=S.operator===">>";',
        'let A=S.fd??1;if(A!==1&&A!==2)break;let O=S.operator===">>";E=liveTarget(E);',
      ],
    ],
  },
  {
    why: 'what is written to a closed stream is an error of the command that writes it (closed-streams.js)',
    changes: [
      [
        'if(E==="-"){A===1?h={kind:"discard"}:m={kind:"discard"};break}',
        'if(E==="-"){A===1?h={kind:"invalid-output"}:m={kind:"invalid-output"};break}',
      ],
      [
        'S+=`${a?"":"bash: "}${o}: write error: Bad file descriptor\n`,u=1)',
        'S+=liveNotWritten(e,o,Bi.has(o)),u=liveNotWrittenCode(o,u))',
      ],
    ],
  },
  {
    why: 'a value in brackets is no list: local a=$1 (array-word.js)',
    changes: [
      [
        'c.coverage.hit(`bash:builtin:${t}`),t==="export")',
        'c.coverage.hit(`bash:builtin:${t}`),n=liveDeclared(t,n),t==="export")',
      ],
      [
        '&&/^[a-zA-Z_][a-zA-Z0-9_]*=\\(/.test(N)){let I=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\(/);',
        '){let I=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+?=\\0\\(/);',
      ],
      [
        'function d4(e,t){let n=e.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\(',
        'function d4(e,t){let n=e.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\0\\(',
      ],
      [
        'for(let N of w){let I=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\(',
        'for(let N of w){let I=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\0\\(',
      ],
      [
        'let W=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\(',
        'let W=N.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\0\\(',
      ],
      [
        'let l=a.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\(',
        'let l=a.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\0\\(',
      ],
      ['h,m=d.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\(', 'h,m=d.match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\0\\('],
      [
        'let g=d.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\(',
        'let g=d.match(/^([a-zA-Z_][a-zA-Z0-9_]*)\\+=\\0\\(',
      ],
    ],
  },
  {
    why: 'a command that is not there is told in words that help',
    changes: [
      [
        "command not available in browser environments. Exclude '${t}' from your commands or use the Node.js bundle.",
        'command not found: the sandbox has none; use node, awk or jq instead',
      ],
    ],
  },
]
