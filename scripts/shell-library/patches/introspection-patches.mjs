/** Changes to just-bash that concern what a script asks of itself, in the form of `patches.mjs`. */

/** A command that is no simple one begins: see `liveCommandBegins`. */
const BEGINS =
  'liveCommandBegins(this.ctx,t);if(this.ctx.state.traps?.has("DEBUG"))liveFlush(this.ctx,await liveAction(this.ctx,"DEBUG",this.liveParts));'

export const INTROSPECTION_PATCHES = [
  {
    why: 'FUNCNAME, BASH_SOURCE, BASH_LINENO, BASH_COMMAND and caller tell what is running where (call-stack.js)',
    changes: [
      [
        'function xe(e,t){return t==="FUNCNAME"?(e.state.funcNameStack??[]).map((i,o)=>[o,i]):t==="BASH_LINENO"?(e.state.callLineStack??[]).map((i,o)=>[o,String(i)]):t==="BASH_SOURCE"?(e.state.sourceStack??[]).map((i,o)=>[o,i]):',
        'function xe(e,t){return ',
      ],
      [
        'function lr(e,t){return t==="FUNCNAME"?(e.state.funcNameStack?.length??0)>0:t==="BASH_LINENO"?(e.state.callLineStack?.length??0)>0:t==="BASH_SOURCE"?(e.state.sourceStack?.length??0)>0:',
        'function lr(e,t){return ',
      ],
      ['if(o==="FUNCNAME"){let f=', 'if(!1){let f='],
      ['if(o==="BASH_LINENO"){let f=', 'if(!1){let f='],
      ['if(o==="BASH_SOURCE"){let f=', 'if(!1){let f='],
      [
        'let a=e.state.currentSource,l=()=>{if(e.state.sourceDepth--,',
        'let a=e.state.currentSource,l=()=>{if(liveLeaveSource(e.state),e.state.sourceDepth--,',
      ],
      ['e.state.currentSource=r;try{', 'e.state.currentSource=r;liveEnterSource(e.state,r);try{'],
      [
        'e.state.callLineStack?.shift(),e.state.sourceStack?.shift(),e.state.callDepth--',
        'liveLeaveFunction(e.state),e.state.sourceStack?.shift(),e.state.callDepth--',
      ],
      [
        'async executeSimpleCommandInner(t,n,r){if(',
        'async executeSimpleCommandInner(t,n,r){liveCommandBegins(this.ctx,t);if(liveHasReaders(t))return liveExecReaders(this,t,{...this.liveParts,run:L=>this.executeSimpleCommandInner(L,n,r)});if(',
      ],
      ['e.state.callLineStack.unshift(s??e.state.currentLine)', 'liveEnterFunction(e.state)'],
      ['t.line!==void 0&&(this.ctx.state.currentLine=t.line)', 'liveAtLine(this.ctx.state,t.line)', 3],
      ['n!==void 0&&(e.state.currentLine=n)', 'liveAtLine(e.state,n)', 2],
      ['async executeArithmeticCommand(t){', `async executeArithmeticCommand(t){${BEGINS}`],
      ['async executeConditionalCommand(t){', `async executeConditionalCommand(t){${BEGINS}`],
      [
        'let V=liveDynamic(e,t);if(V!==void 0)return V;switch(t){',
        'let V=t==="BASH_COMMAND"?liveCommandText(e.state,x=>liveCommandTextOf(x,liveTexts)):liveDynamic(e,t);if(V!==void 0)return V;switch(t){',
      ],
    ],
  },
  {
    why: 'arrays by name references; unset -n (name-references.js)',
    changes: [
      [
        'function Bt(e,t){return e.state.arrays?.get(t)}',
        'function Bt(e,t){return liveCallArray(e,t)??e.state.arrays?.get(liveArrayName(e,t,cn))}function liveKeyed_(e,t){return e.state.associativeArrays?.has(liveArrayName(e,t,cn))??!1}',
      ],
      [
        'e.state.arrays??=new Map;let r=e.state.arrays.get(t);',
        'e.state.arrays??=new Map;t=liveArrayName(e,t,cn);let r=e.state.arrays.get(t);',
      ],
      [
        'function Gt(e,t){return e.state.arrays?.has(t)??!1}',
        'function Gt(e,t){return liveHasCallArray(e,t)||(e.state.arrays?.has(liveArrayName(e,t,cn))??!1)}',
      ],
      ...Object.entries({ t: 5, s: 3, o: 3, c: 2, d: 3, h: 1, i: 3, r: 1, f: 1, P: 3, n: 2, a: 1 }).map(
        ([name, times]) => [`e.state.associativeArrays?.has(${name})`, `liveKeyed_(e,${name})`, times],
      ),
      [
        'async function pc(e,t,n,r="",s,i=!1){e.state.callDepth++,',
        'async function pc(e,t,n,r="",s,i=!1){let liveBefore=liveEnterScope(e.state);e.state.callDepth++,',
      ],
      [
        'if(h)for(let[g,b]of h)b===void 0?e.state.env.delete(g)',
        'liveLeaveScope(e.state,liveBefore,h,m);if(h)for(let[g,b]of h)b===void 0?e.state.env.delete(g)',
      ],
      [
        'async function sO(e,t,n,r,s,i){let o="";if(',
        'async function sO(e,t,n,r,s,i){let o="";n=liveArrayName(e,n,cn);if(',
      ],
      [
        'if(i==="-f"){n="function";continue}if(n==="function"){',
        'if(i==="-f"){n="function";continue}if(i==="-n"){n="reference";continue}if(n==="reference"){liveUnsetReference(e,i);continue}if(n==="function"){',
      ],
    ],
  },
  {
    why: 'functions as bash writes them, and exported ones (function-text.js)',
    changes: [
      [
        'function r3(e,t){let n;',
        'const liveTexts={command:w7,part:Ol,redirection:E7,arithmetic:ct};function r3(e,t){return `${e} is a function\n${liveFunctionText(e,t,liveTexts)}`;let n;',
      ],
      ['liveFunctions(c,n,g7)', 'liveFunctions(c,n,liveTexts)'],
      ['t==="export")return gp(c,n)', 't==="export")return liveExportFunctions(c,n)??gp(c,n)'],
      [
        'if(n)for(let i of n)r.add(i);if(r.size===0)return Object.create(null);let s=Object.create(null);',
        'if(n)for(let i of n)r.add(i);let s=liveExportedFunctions(this.ctx.state,liveTexts);',
      ],
      [
        'functions:new Map(this.state.functions),localScopes',
        'functions:liveImportedFunctions(this.state.functions,u.env,or),exportedFunctions:liveImportedNames(this.state.exportedFunctions,u.env),localScopes',
      ],
    ],
  },
  {
    why: '${x~} and ${x~~} turn small letters into capitals and back',
    changes: [
      [
        'if(o==="^"||o===","){let l=a===o,c=o==="^"?"upper":"lower";',
        'if(o==="^"||o===","||o==="~"){let l=a===o,c=o==="^"?"upper":o===","?"lower":"toggle";',
      ],
      [
        'l=n.direction==="upper"?f=>f.toUpperCase():f=>f.toLowerCase(),c="",',
        'l=liveCase(n.direction),c="",',
      ],
      [
        'return n.direction==="upper"?n.all?t.toUpperCase()',
        'if(n.direction==="toggle"){let[l="",...f]=t,d=liveCase("toggle");return n.all?Array.from(t,d).join(""):d(l)+f.join("")}return n.direction==="upper"?n.all?t.toUpperCase()',
      ],
      [
        'let n=t.direction==="upper"?"^":",",',
        'let n=t.direction==="upper"?"^":t.direction==="lower"?",":"~",',
      ],
    ],
  },
  {
    why: 'mapfile -C calls back; its options may stand together',
    changes: [
      [
        'function Ep(e,t,n){let r=`\n`,',
        'async function Ep(e,t,n){t=liveMapfileOptions(t);let liveCall,liveEach=5000,r=`\n`,',
      ],
      [
        'for(let w=0;w<f.length;w++)we(e,l,i+w,f[w]);',
        'for(let w=0;w<f.length;w++){if(liveCall!==void 0&&(w+1)%liveEach===0)liveFlush(e,await e.executeScript(or(`${liveCall} ${i+w} ${liveQuoted(f[w])}`)));we(e,l,i+w,f[w])}',
      ],
      [
        'w==="-u"||w==="-C"||w==="-c"?c+=2',
        'w==="-C"?(liveCall=t[c+1],c+=2):w==="-c"?(liveEach=Number(t[c+1]),c+=2):w==="-u"?c+=2',
      ],
    ],
  },
  {
    why: 'texts that are read back: printf %q, declare -p (quoting.js); ${a[@]@Q} changes each element',
    changes: [
      ['let r=x8(t,n),s=e.match(/^%(-?)(\\d*)q$/)', 'let r=liveBackslashed(t),s=e.match(/^%(-?)(\\d*)q$/)'],
      [
        'let f=u.map(d=>{let p=Xe(e,i,d)??"",h=sp(p);return`[${ip(d)}]=${h}`});n+=`declare -A ${i}=(${f.join(" ")})\n`',
        'let f=u.map(d=>[d,Xe(e,i,d)??""]);n+=`declare -A ${i}=${liveKeyedList(f)}\n`',
      ],
      [
        'let w=b.map(y=>{let x=Xe(e,f,y)??"",S=sp(x);return`[${ip(y)}]=${S}`});l+=`declare -A ${f}=(${w.join(" ")})\n`',
        'let w=b.map(y=>[y,Xe(e,f,y)??""]);l+=`declare -A ${f}=${liveKeyedList(w)}\n`',
      ],
    ],
  },
]
