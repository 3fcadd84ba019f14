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
        'async function Te(e,t){return Number(await liveEvaluated(e,t,liveArithmeticParts_()))}',
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
        'if(i instanceof Jt&&!this.ctx.state.isSession){let x=new he(1,i.stdout,i.stderr);x.prependOutput(r.stdout,r.stderr);throw x}if(i instanceof Jt)return r.append(',
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
]
