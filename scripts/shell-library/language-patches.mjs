/** Changes to just-bash that concern the language itself, in the form of `patches.mjs`. */

/** A value as text, exact; errors end the command line. */
const VALUE = (node) => `String(await liveEvaluated(e,${node},liveArithmeticParts_()))`

export const LANGUAGE_PATCHES = [
  {
    why: 'arithmetic of 64 bits, on expressions whose words are expanded first (arithmetic.js)',
    changes: [
      [
        'function Me(e,t){',
        'let liveOwn;function liveArithmeticParts_(){return liveOwn??=liveArithmeticParts({resolve:cn,element:Xe,setElement:we,error:Ge,unbound:Jt,expandWord:_e,parseQuoted:t=>m7(new be,t)})}function Me(e,t){return liveArithmetic(t);',
      ],
      [
        'async function Te(e,t,n=!1){return Mi(e,t,n,Jw())}',
        'async function Te(e,t){let n=liveArithmeticParts_();return Number(liveQuickValue(e,t,n,!0)??await liveEvaluated(e,t,n))}',
      ],
      ['function ct(e){switch(e.type){', 'function ct(e){switch(e.type){case"LiveArithmetic":return e.text;'],
      [
        'case"ArithmeticExpansion":{let s=t.expression.originalText;if(s&&/\\$[a-zA-Z_][a-zA-Z0-9_]*(?![{[(])/.test(s)){let o=await _7(e,s),a=new be,l=Me(a,o);return String(await Te(e,l.expression,!0))}return String(await Te(e,t.expression.expression,!0))}',
        `case"ArithmeticExpansion":return ${VALUE('t.expression.expression')};`,
      ],
      [
        'async function M4(e,t){try{let n=new be,r=Me(n,t),s=await Te(e,r.expression);return String(s)}catch{return"0"}}',
        `async function M4(e,t){return ${VALUE('{text:t}')}}`,
      ],
      [
        'if(qo(e,a))try{let f=new be;if(s){let p=`(${e.state.env.get(a)||"0"}) + (${r})`,h=Me(f,p);c=String(await Te(e,h.expression))}else{let d=Me(f,r);c=String(await Te(e,d.expression))}}catch{c="0"}else{',
        `if(qo(e,a))c=${VALUE('{text:s?`(${e.state.env.get(a)||"0"}) + (${r})`:r}')};else{`,
      ],
      [
        'async function i4(e,t){if(t=t.trim(),t==="")return 0;if(/^[+-]?(\\d+#[a-zA-Z0-9@_]+|0[xX][0-9a-fA-F]+|0[0-7]+|\\d+)$/.test(t))return o4(t);try{let n=new be,r=Me(n,t);return await Te(e,r.expression)}catch{return o4(t)}}',
        'async function i4(e,t){return liveEvaluated(e,{text:t},liveArithmeticParts_())}',
      ],
      [
        'let o=or(`(( ${s} ))`).statements[0];if(o&&o.pipelines.length>0&&o.pipelines[0].commands.length>0){let a=o.pipelines[0].commands[0];a.type==="ArithmeticCommand"&&(r=await Te(e,a.expression.expression))}',
        'r=await Te(e,{text:s})',
      ],
    ],
  },
  {
    why: 'what $((…)) gives is split like any other value',
    changes: [
      [
        'l.type==="CommandSubstitution"&&(n=!0),l.type==="ParameterExpansion"&&(',
        '(l.type==="CommandSubstitution"||l.type==="ArithmeticExpansion")&&(n=!0),l.type==="ParameterExpansion"&&(',
      ],
    ],
  },
  {
    why: 'RANDOM, SECONDS and the others can be set, and there are all of them (variables.js)',
    changes: [
      [
        'async function We(e,t,n=!0,r=!1){switch(t){',
        'async function We(e,t,n=!0,r=!1){let V=liveDynamic(e,t);if(V!==void 0)return V;switch(t){',
      ],
      [
        '(u===void 0?e.state.env.set(a,c):we(e,a,u,c),e.state.options.allexport',
        '(u===void 0?(e.state.env.set(a,c),liveAssigned(e,a,c)):we(e,a,u,c),e.state.options.allexport',
      ],
    ],
  },
  {
    why: 'what is between (( and )) is text; whether it is that, or two subshells, its parentheses tell',
    changes: [
      [
        'this.dparenDepth>0?(this.pos=n+1,this.column=s+1,this.dparenDepth++,this.makeToken(v.LPAREN,"(",n,r,s)):this.looksLikeNestedSubshells(n+2)||this.dparenClosesWithSpacedParens(n+2)?(this.pos=n+1,this.column=s+1,this.makeToken(v.LPAREN,"(",n,r,s)):(this.pos=n+2,this.column=s+2,this.dparenDepth=1,this.makeToken(v.DPAREN_START,"((",n,r,s))}',
        'this.liveDparen(n,r,s)}',
      ],
      [
        'looksLikeNestedSubshells(t){',
        'liveDparen(n,r,s){let e=liveArithmeticEnd(this.input,n+2);if(e<0){this.pos=n+1;this.column=s+1;return this.makeToken(v.LPAREN,"(",n,r,s)}' +
          'this.pos=n+2;this.tokens.push(this.makeToken(v.DPAREN_START,"((",n,r,s));let t=this.input.slice(n+2,e),l=t.split("\\n");this.pos=e;this.tokens.push({...this.makeToken(v.WORD,t,n+2,r,s+2),quoted:!1,singleQuoted:!1});' +
          'this.line+=l.length-1;this.column=l.length>1?l.at(-1).length+1:s+2+t.length;this.pos=e+2;this.column+=2;return this.makeToken(v.DPAREN_END,"))",e,this.line,this.column-2)}looksLikeNestedSubshells(t){',
      ],
      [
        'parseArithmeticCommand(){let t=this.expect(v.DPAREN_START),n="",r=1,s=0,i=!1,o=!1;',
        'parseArithmeticCommand(){let t=this.expect(v.DPAREN_START),n=this.advance().value,r=0,s=0,i=!1,o=!1;',
      ],
      [
        'case v.DPAREN_START:return this.dparenClosesWithSpacedParens()?this.parseNestedSubshellsFromDparen():this.parseArithmeticCommand();',
        'case v.DPAREN_START:return this.parseArithmeticCommand();',
      ],
      [
        'for(;!e.check(v.DPAREN_END,v.EOF);){let f=e.advance();if(f.type===v.SEMICOLON&&l===0){if(a++,a>2)break}else f.value==="("&&l++,f.value===")"&&l--,o[a]+=f.value}',
        'o=liveLoopParts(e.advance().value)??e.error("syntax error: arithmetic expression required");',
      ],
      [
        'isDollarDparenSubshell(t,n){return P6(t,n)}',
        'isDollarDparenSubshell(t,n){return liveArithmeticEnd(t,n+3)<0}',
      ],
      [
        'parseArithmeticExpansion(t,n){let r=n+3,s=1,i=0,o=r;for(;o<t.length-1&&s>0;)t[o]==="$"&&t[o+1]==="("?t[o+2]==="("?(s++,o+=3):(i++,o+=2):t[o]==="("&&t[o+1]==="("?(s++,o+=2):t[o]===")"&&t[o+1]===")"?i>0?(i--,o++):(s--,s>0&&(o+=2)):t[o]==="("?(i++,o++):(t[o]===")"&&i>0&&i--,o++);',
        'parseArithmeticExpansion(t,n){let r=n+3,o=liveArithmeticEnd(t,r);',
      ],
    ],
  },
  {
    why: 'an error of an expansion gives up the line that it is on; a syntax error comes after the lines before it (units.js)',
    changes: [
      ['this.tokens=s.tokenize(),', 'this.tokens=liveTokens(this,s),'],
      [
        'parseScript(){let t=[],r=0;for(',
        'parseScript(){return Y.script(liveScript(this,t=>this.liveStatements(t)))}liveStatements(t){let r=0;for(',
      ],
      [
        'r++,r>1e4&&this.error("Parser stuck: too many iterations (>10000)");let s=this.checkUnexpectedToken();if(s){t.push(s),this.skipSeparators(!1);continue}let i=this.pos,o=this.parseStatement();o&&t.push(o),',
        'liveBeginUnit(this);let s=this.checkUnexpectedToken();if(s){this.pos--;this.error(s.deferredError.message)}let i=this.pos,o=this.parseStatement();o&&(o.unit=this.liveUnit,t.push(o)),',
      ],
      [
        "this.pos===i&&!this.check(v.EOF)&&this.error(`syntax error near unexpected token \\`${this.current().value}'`)}return Y.script(t)}checkUnexpectedToken(){",
        "this.pos===i&&!this.check(v.EOF)&&this.error(`syntax error near unexpected token \\`${this.current().value}'`)}}checkUnexpectedToken(){",
      ],
      [
        'new hn(this.ctx.executionScope,"script");for(let s of t.statements)try{',
        'new hn(this.ctx.executionScope,"script"),liveSkip;for(let s of t.statements)if(liveSkip===void 0||s.unit!==liveSkip)try{',
      ],
      [
        'if(i instanceof nn)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n)),{...r.build(n),exitCode:n,env:Ht(this.ctx.state.env)};if(i instanceof Ge){',
        'if(s.deferredError&&i.name==="ParseException"){r.append("stderr",liveSyntaxError(i));n=2;this.ctx.state.lastExitCode=n;this.ctx.state.env.set("?","2");break}if(i instanceof nn||i instanceof pr||i instanceof Ge||i instanceof Xs){liveSkip=s.unit;if(this.ctx.state.options.errexit&&!(i instanceof Ge)){let x=new he(1,i.stdout,i.stderr);x.prependOutput(r.stdout,r.stderr);throw x}',
      ],
      [
        'if(i instanceof Jt)return r.append(',
        'if(i instanceof Jt&&this.ctx.state.options.interactive)i=new Ge(i.message);if(i instanceof Jt&&!this.ctx.state.isSession){let x=new he(1,i.stdout,i.stderr);x.prependOutput(r.stdout,r.stderr);throw x}if(i instanceof Jt)return r.append(',
      ],
      [
        'if(t.deferredError)throw new Ut(t.deferredError.message,t.line??1,1);',
        'if(t.deferredError)throw Object.assign(new Error(t.deferredError.message),{name:"ParseException"});',
      ],
      ['function sa(e){return e instanceof Qt||', 'function sa(e){return liveGivesUp(e)||e instanceof Qt||'],
      [
        'if(e instanceof _t||e instanceof Yt||e instanceof he||e instanceof C)return e.prependOutput(t,n),{action:"rethrow",',
        'if(liveGivesUp(e)||e instanceof _t||e instanceof Yt||e instanceof he||e instanceof C)return e.prependOutput(t,n),{action:"rethrow",',
      ],
      [
        'if(o instanceof pr)return{stdout:"",stderr:o.stderr,exitCode:1};throw o}e.state.loopDepth++;',
        'throw o}e.state.loopDepth++;',
      ],
      [
        'catch(s){if(r?.finish(),s instanceof pr)return K(s.stderr);throw s}}async',
        'catch(s){r?.finish();throw s}}async',
      ],
      [
        'if(I instanceof nn)R={stdout:I.stdout,stderr:I.stderr,exitCode:1};else',
        'if(t.commands.length>1&&liveGivesUp(I))R={stdout:I.stdout,stderr:I.stderr,exitCode:1};else',
      ],
      [
        ':a instanceof he||a instanceof _t||a instanceof Yt?(i.append(',
        ':liveGivesUp(a)?(i.append("stdout",a.stdout),i.append("stderr",a.stderr),i.build(1)):a instanceof he||a instanceof _t||a instanceof Yt?(i.append(',
      ],
    ],
  },
  {
    why: '!(…) in patterns; file names by patterns with slashes, ** and links as bash has them; what is a pattern, and what a subscript (glob.js)',
    changes: [
      [
        'function ie(e,t="",n={}){return new wa(e,t,n)}',
        'function ie(e,t="",n={}){return liveIsNegated(e)?new Rr(new RegExp(e,t)):new wa(e,t,n)}',
      ],
      [
        'else if(i==="!")if(o<t.length-1){let d=l.map(h=>this.computePatternLength(h));if(d.every(h=>h!==null)&&d.every(h=>h===d[0])&&d[0]!==null){let h=d[0];if(h===0)n+="(?:.+)";else{let m=[];h>0&&m.push(`.{0,${h-1}}`),m.push(`.{${h+1},}`),m.push(`(?!(?:${u})).{${h}}`),n+=`(?:${m.join("|")})`}}else n+=`(?:(?!(?:${u})).)*?`}else n+=`(?!(?:${u})$).*`;s=o;continue',
        'else if(i==="!")n+=liveNot(u);s=o;continue',
      ],
      [
        'else if(s==="!")if(i<e.length-1){let f=a.map(p=>f4(p,t));if(f.every(p=>p!==null)&&f.every(p=>p===f[0])&&f[0]!==null){let p=f[0];if(p===0)n+="(?:.+)";else{let h=[];p>0&&h.push(`.{0,${p-1}}`),h.push(`.{${p+1},}`),h.push(`(?!(?:${c})).{${p}}`),n+=`(?:${h.join("|")})`}}else n+=`(?:(?!(?:${c})).)*?`}else n+=`(?!(?:${c})$).*`;r=i;continue',
        'else if(s==="!")n+=liveNot(c);r=i;continue',
      ],
      ['i==="!"&&(r+=`(?!(?:${u})$).*`),s=o+1;continue', 'i==="!"&&(r+=liveNot(u)),s=o+1;continue'],
      [
        'async expand(t){if(this.globstar){',
        'async expand(t){return this.filterGlobignore(await liveGlob(this,t));if(this.globstar){',
      ],
      [
        'if(r.length>0)return r;if(n.hasFailglob())throw new pr(t);',
        'if(r.length>0)return r;if(!liveIsPattern(t,n.extglob))return[t];if(n.hasFailglob())throw new pr(t);',
      ],
      [
        'Kt(r,i,e.limits.maxArrayElements,"unquoted glob expansion");else{if(n.hasFailglob())',
        'Kt(r,i,e.limits.maxArrayElements,"unquoted glob expansion");else if(!liveIsPattern(s,n.extglob))r.push(s);else{if(n.hasFailglob())',
      ],
      [
        'if(y==="["&&b===0){if(/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(u)){',
        'if(y==="["&&b===0){if(/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(u)&&liveIsSubscript(s,o)){',
      ],
      ['u.length===0?c.hasFailglob()?', 'u.length===0?c.hasFailglob()&&liveIsPattern(l,c.extglob)?'],
      ['return ie(`^${n}$`)}patternToRegexStr(t){', 'return ie(`^${n}$`,"s")}patternToRegexStr(t){'],
      ['l=ie(o,i?"i":"").match(n);', 'l=ie(o,i?"is":"s").match(n);'],
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
        'H4.map(r=>`${r.padEnd(16)}${/^(braceexpand|hashall|interactive-comments)$/.test(r)||e.state.options[r]?"on":"off"}`)',
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
    why: 'what ${x@Q} and the others give for lists (transform.js), and what can be no name',
    changes: [
      [
        'function ts(e){if(e==="")return"\'\'";',
        'function ts(e){return liveQuoted(e);if(e==="")return"\'\'";',
      ],
      [
        'e.coverage?.hit("bash:expansion:transform");',
        'e.coverage?.hit("bash:expansion:transform");let V=liveTransformed(e,t,{operator:s.operator,value:n,isUnset:r,elements:xe,attributes:ns});if(V!==void 0)return V;',
      ],
      [
        'if(a&&(l===""||l.includes(" ")))throw new nn(`\\${!${t}}`);',
        'if(a&&(l===""||l.includes(" ")))throw new nn(`\\${!${t}}`);if(!/^([A-Za-z_][A-Za-z0-9_]*(\\[[^]*\\])?|\\d+|[@*#?$!_-])$/.test(l))throw new Ge(`${l}: invalid variable name`);',
      ],
    ],
  },
  {
    why: "$'…' has \\U and \\?, and ends with a NUL",
    changes: [
      [
        'case"u":{let a=t.slice(s+2,s+6),l=parseInt(a,16);Number.isNaN(l)?(r+="\\\\u",s+=2):(r+=String.fromCharCode(l),s+=6);break}case"c":{',
        'case"?":r+="?";s+=2;break;case"u":case"U":{let a=/^[0-9a-fA-F]*/.exec(t.slice(s+2,s+(t[s+1]==="u"?6:10)))[0];a===""?(r+="\\\\"+t[s+1],s+=2):(r+=String.fromCodePoint(Math.min(parseInt(a,16),1114111)),s+=2+a.length);break}case"c":{',
      ],
      [
        'return s<t.length&&t[s]==="\'"&&s++,{part:Y.literal(r),endIndex:s}',
        'return s<t.length&&t[s]==="\'"&&s++,{part:Y.literal(r.replace(/\\0[^]*/,"")),endIndex:s}',
      ],
    ],
  },
  {
    why: '& in a replacement is what it replaces; $1 in it is nothing special (words.js)',
    changes: [
      [
        'replacement?await r(e,n.replacement.parts):""',
        'replacement?await liveReplacement(e,n.replacement.parts,r):""',
      ],
      [
        'replacement?await n(e,c.replacement.parts):""',
        'replacement?await liveReplacement(e,c.replacement.parts,n):""',
      ],
      [
        'replacement?await s(e,m.replacement.parts):""',
        'replacement?await liveReplacement(e,m.replacement.parts,s):""',
      ],
      [
        'replacement?await r(e,l.replacement.parts):""',
        'replacement?await liveReplacement(e,l.replacement.parts,r):""',
      ],
      [
        'replacement?await n(e,l.replacement.parts):""',
        'replacement?await liveReplacement(e,l.replacement.parts,n):""',
      ],
      [
        'i.append(t.slice(o,a.index)),i.append(r)',
        'i.append(t.slice(o,a.index)),i.append(liveInserted(r,a[0]))',
      ],
      ['m.push(g.replace(b,p))', 'm.push(g.replace(b,x=>liveInserted(p,x)))'],
      ['p=p.map(x=>y.replace(x,b))', 'p=p.map(x=>y.replace(x,f=>liveInserted(b,f)))'],
      ['xd(m,w.replace(y,p),g,e)', 'xd(m,w.replace(y,N=>liveInserted(p,N)),g,e)'],
    ],
  },
  {
    why: 'declare -A m=([k]="a b") keeps the values whole; local has the options of declare; readonly -a makes arrays',
    changes: [
      [
        'if(t==="local")return xp(c,n)',
        'if(t==="local")return c.state.localScopes.length>0&&n.some(f=>/^-[a-zA-Z]*[Ailrux]/.test(f))?cp(c,n):xp(c,n)',
      ],
      [
        'if(u.value===void 0&&!u.isArray){En(e,u.name);continue}',
        'if(u.value===void 0&&!u.isArray){En(e,u.name);if((r||s)&&!Gt(e,u.name)){s&&(e.state.associativeArrays??=new Set).add(u.name);$o(e,u.name,s?"associative":"indexed")}continue}',
      ],
    ],
  },
  {
    why: 'the code of an assignment is that of its substitution, or 0; ${#@} counts; BASH_SUBSHELL and BASH_VERSINFO',
    changes: [
      [
        'this.ctx.state.expansionStderr="";let s;try{s=await t3(',
        'this.ctx.state.expansionStderr="";this.ctx.state.isSubstituted=!1;let s;try{s=await t3(',
      ],
      [
        'Q("",N,this.ctx.state.lastExitCode)',
        'Q("",N,this.ctx.state.isSubstituted?this.ctx.state.lastExitCode:0)',
      ],
      [
        'function q7(e,t,n){e.coverage?.hit("bash:expansion:length");',
        'function q7(e,t,n){e.coverage?.hit("bash:expansion:length");if(t==="@"||t==="*")return e.state.env.get("#")??"0";',
      ],
      ['this.state={env:s,arrays:new Map,', 'this.state={env:s,arrays:liveFirstArrays(T6),'],
      [
        'e.state.lastExitCode=1,e.state.env.set("?","1"),""',
        'e.state.isSubstituted=!0,e.state.lastExitCode=1,e.state.env.set("?","1"),""',
      ],
    ],
  },
  {
    why: 'a blank at the end of an alias: the next word may be one too (words.js)',
    changes: [
      [
        'd={...d,args:[...d.args,...t.args]};let p=1;for(;r&&d.args.length>0;){',
        'd={...d,args:[...d.args,...liveAliasedWords(t.args,{aliasOf:p=>C7(e,p),literalOf:p=>S7(p)?A7(p):null,parse:p=>new be().parse(p),most:e.limits.maxCallDepth})]};let p=1;for(;!1;){',
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
    why: 'what is written to a closed stream is an error of the command that writes it (live.js)',
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
    why: 'for without a list goes over the positional parameters, as they are',
    changes: [
      [
        'if(t.words===null)i=(e.state.env.get("@")||"").split(" ").filter(Boolean);else',
        'if(t.words===null)for(let o=Number(e.state.env.get("#")||0),a=1;a<=o;a++)i.push(e.state.env.get(String(a))??"");else',
      ],
    ],
  },
  {
    why: 'the elements of declare a=(…) are words, as in an assignment (array-word.js)',
    changes: [
      [
        'e.expect(v.RPAREN);let p=d.map(m=>Gf(e,m)),h=`${f}=(${p.join(" ")})`;s.push(e.parseWordFromString(h,!1,!1,!0))',
        'e.expect(v.RPAREN);s.push(liveArrayArgument(f,d))',
      ],
      [
        'async function e4(e,t){let n="",r=0;',
        'async function e4(e,t){return liveArrayText(t,{expand:async n=>(await dr(e,n)).values,textOf:n=>_e(e,n),source:Ti,tilde:n=>rs(e,n),admit:n=>{if(n>=e.limits.maxArrayElements)throw new C(`array assignment element limit exceeded (${e.limits.maxArrayElements})`,"array_elements")}});let n="",r=0;',
      ],
    ],
  },
  {
    why: '${a[*]} in an assignment or a here-string is joined by IFS; "${a[@]^^}" changes each element',
    changes: [
      [
        'if(f.length>0)return f.map(([,p])=>p).join(" ");let d=e.state.env.get(o);return d!==void 0?d:""}',
        'if(f.length>0)return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ");let d=e.state.env.get(o);return d!==void 0?d:""}',
      ],
      [
        'async function NN(e,t,n,r,s,i){',
        'async function NN(e,t,n,r,s,i){let l=liveEachCased(e,t,p=>xe(e,p).map(([,m])=>m));if(l!==null){let o=[];for(let a of l)o.push(await K7(e,a,t[0].parts[0].operation,fr,jl));return{values:o,quoted:!0}}',
      ],
    ],
  },
  {
    why: '${name:?} without a text of its own says what is wrong',
    changes: [['let o=n.word?await s(', 'let o=n.word?.parts.length?await s(']],
  },
  {
    why: 'a word is split as a whole (fields.js)',
    changes: [
      [
        'async function Lw(e,t,n,r,s){if(e.coverage',
        'async function Lw(e,t,n,r,s){return liveFields({parts:t,separators:n,expand:d=>s(e,d),isSplittable:FN,defaultParts:async d=>d.type==="ParameterExpansion"?Dw(e,d):null,push:(f,w)=>en(e,f,w)});if(e.coverage',
      ],
    ],
  },
  {
    why: 'select (select.js); in the list of a for, do and done are words',
    changes: [
      ['let n=e.expect(v.FOR);if(', 'let n=e.check(v.SELECT)?e.advance():e.expect(v.FOR);if('],
      [
        'case v.FOR:return Qf(this);',
        'case v.FOR:return Qf(this);case v.SELECT:return liveSelect(Qf(this),or);',
      ],
      [
        'for(e.advance(),i=[];!e.check(v.SEMICOLON,v.NEWLINE,v.DO,v.EOF)&&e.isWord();)i.push(e.parseWord());',
        'for(e.advance(),i=[];!e.check(v.SEMICOLON,v.NEWLINE,v.EOF)&&e.isWord();)i.push(e.parseWord());',
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
