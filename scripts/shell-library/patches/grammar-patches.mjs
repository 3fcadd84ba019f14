/** Changes to just-bash that concern how a script is read, and in what parts it runs, in the form of `patches.mjs`. */

export const GRAMMAR_PATCHES = [
  {
    why: 'words like a=b where no assignment can be: in lists of for and select, patterns of case, names of files',
    changes: [
      [
        'isWord(){return this.isWordToken(qt.Default)',
        'isWord(){return this.check(v.ASSIGNMENT_WORD)||this.isWordToken(qt.Default)',
      ],
    ],
  },
  {
    why: 'where substitutions end, with quotes in substitutions in quotes (substitution-ends.js)',
    changes: [
      [
        'if(y==="$"&&o+1<i&&s[o+1]==="("&&!p){u+=y,o++,l++,u+=s[o],o++,l++;let x=1,',
        `if(y==="$"&&o+1<i&&(s[o+1]==="("||s[o+1]==="{")&&!p){let B=s[o+1]==="{",Z=B?liveBraceEnd(s,o+2):liveSubstitutionEnd(s,o+2);if(Z<0)throw new In(\`unexpected EOF while looking for matching \\\`\${B?"}":")"}'\`,c,l);let X=s.slice(o,Z+1);u+=B?liveJoined(X):X;[c,l]=liveMoved(X,c,l);o=Z+1;continue;let x=1,`,
      ],
      [
        'function D6(e,t,n){let r=1,',
        'function D6(e,t,n){let Z=liveSubstitutionEnd(e,t);Z<0&&n("unexpected EOF while looking for matching `)\'");return Z;let r=1,',
      ],
      ['function js(e,t,n){let r=n,s=1;', 'function js(e,t,n){return liveWordEnd(t,n);let r=n,s=1;'],
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
    why: 'a blank at the end of an alias: the next word may be one too (words.js)',
    changes: [
      [
        'd={...d,args:[...d.args,...t.args]};let p=1;for(;r&&d.args.length>0;){',
        'd={...d,args:[...d.args,...liveAliasedWords(t.args,{aliasOf:p=>C7(e,p),literalOf:p=>S7(p)?A7(p):null,parse:p=>new be().parse(p),most:e.limits.maxCallDepth})]};let p=1;for(;!1;){',
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
]
