/** Changes to just-bash that concern what words become: variables, substitutions, arithmetic, patterns, lists, in the form of `patches.mjs`. */

/** A value as text, exact; errors end the command line. */
const VALUE = (node) => `String(await liveEvaluated(e,${node},liveArithmeticParts_()))`

export const EXPANSION_PATCHES = [
  {
    why: 'in ${x//%/-}, where all that matches is replaced, % and # are no anchors',
    changes: [
      [
        't[i]==="#"?(c="start",i++):t[i]==="%"&&(c="end",i++);',
        'l||(t[i]==="#"?(c="start",i++):t[i]==="%"&&(c="end",i++));',
      ],
    ],
  },
  {
    why: 'lengths and parts of texts are in bytes where LC_ALL, LC_CTYPE or LANG says C (locale.js); nothing is before the first character',
    changes: [
      [
        'return String([...s].length)}return String([...n].length)}',
        'return String([...liveUnits(e,s)].length)}return String([...liveUnits(e,n)].length)}',
      ],
      [
        'let a=[...n],l=s;if(l<0&&(l=Math.max(0,a.length+l)),i!==void 0){',
        'let a=[...liveUnits(e,n)],l=s;if(l<0&&(l=a.length+l)<0)return"";if(i!==void 0){',
      ],
    ],
  },
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
        'failglob:e.state.shoptOptions.failglob,',
        'failglob:e.state.shoptOptions.failglob,nocaseglob:e.state.shoptOptions.nocaseglob,',
        3,
      ],
      ['this.failglob=s.failglob??!1,', 'this.failglob=s.failglob??!1,this.nocaseglob=s.nocaseglob,'],
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
    why: 'sets in the patterns of case and [[: negated by !, with a first bracket, classes and escapes (bracket.js)',
    changes: [
      [
        'else if(s==="["){let i=e.indexOf("]",r+1);i!==-1?(n+=e.slice(r,i+1),r=i):n+="\\\\["}else/',
        'else if(s==="["){let i=liveBracket(e,r);i?(n+=i.source,r=i.end):n+="\\\\["}else/',
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
    why: '${a[*]} in an assignment or a here-string is joined by IFS; "${a[@]^^}" changes each element',
    changes: [
      [
        'if(f.length>0)return f.map(([,p])=>p).join(" ");let d=e.state.env.get(o);return d!==void 0?d:""}',
        'if(f.length>0)return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ");let d=e.state.env.get(o);return d!==void 0?d:""}',
      ],
      [
        'async function NN(e,t,n,r,s,i){',
        'async function NN(e,t,n,r,s,i){let liveList=liveTransformedList(t);if(liveList)return{values:liveDeclarationWords(liveTransformed(e,liveList.parameter,{operator:liveList.operation.operator,value:"",isUnset:!1,elements:xe,attributes:ns})),quoted:!0};let l=liveEachCased(e,t,p=>xe(e,p).map(([,m])=>m));if(l!==null){let o=[];for(let a of l)o.push(liveEachTransformed(a,t[0].parts[0].operation)??await K7(e,a,t[0].parts[0].operation,fr,jl));return{values:o,quoted:!0}}',
      ],
    ],
  },
  {
    why: '"${x:-default}" of a variable that is not set is no error under set -u',
    changes: [['c=await Cr(e,l),u=await We(e,l),f=u===""', 'c=await Cr(e,l),u=await We(e,l,!1),f=u===""']],
  },
  {
    why: '${name:?} without a text of its own says what is wrong',
    changes: [['let o=n.word?await s(', 'let o=n.word?.parts.length?`${t}: `+await s(']],
  },
  {
    why: 'a word is split as a whole (fields.js)',
    changes: [
      ['e.type==="ParameterExpansion"&&R7(e))}', 'e.type==="ParameterExpansion"&&R7(e)&&!liveHasList(e))}'],
      [
        'async function Lw(e,t,n,r,s){if(e.coverage',
        'async function Lw(e,t,n,r,s){return liveFields({parts:t,separators:n,expand:d=>s(e,d),isSplittable:FN,defaultParts:async d=>d.type==="ParameterExpansion"?Dw(e,d):null,valuesOf:async d=>(await dr(e,{type:"Word",parts:[d]})).values,push:(f,w)=>en(e,f,w)});if(e.coverage',
      ],
    ],
  },
]
