/** Changes to just-bash for `set -x`, in the form of `patches.mjs`: what is shown, and when (trace.js). */
export const TRACE_PATCHES = [
  {
    why: 'words, values and lists as bash writes them; the prefix shows how deep it is',
    changes: [
      [
        's=[t,...n],i=nO(s);return`${r}${i}\n`}',
        's=liveTraced([t,...n]);return s.map(i=>`${r}${i}\n`).join("")}',
      ],
      [
        'return e.state.options.xtrace?`${await Y4(e)}${t}=${n}\n`:""}',
        'e.state.options.xtrace&&await step_(e,`${t}=${liveShownValue(n)}`);return""}',
      ],
      [
        'async function Y4(e){',
        'async function step_(e,t){await liveTraceStep(e,t,{prompt:Y4,entryOf:Rn})}async function Y4(e){return liveTracePrefix(e.state,await Y4_(e))}async function Y4_(e){',
      ],
      [
        'async function sO(e,t,n,r,s,i){let o="";',
        'async function sO(e,t,n,r,s,i){e.state.options.xtrace&&await step_(e,`${n}${s?"+":""}=(${r.map(Ft).join(" ")})`);let o="";',
      ],
      [
        'let u=i?Ec(e,Xe(e,a,c)||"",s):s;return t.name||we(e,a,c,u,l?"associative":"indexed"),{continueToNext:!0,xtraceOutput:""}}',
        'let u=i?Ec(e,Xe(e,a,c)||"",s):s;return e.state.options.xtrace&&await step_(e,`${n}[${r}]${i?"+":""}=${liveShownValue(s)}`),t.name||we(e,a,c,u,l?"associative":"indexed"),{continueToNext:!0,xtraceOutput:""}}',
      ],
    ],
  },
  {
    why: 'the steps of for, case, ((…)) and [[…]]',
    changes: [
      [
        'e.state.env.set(t.variable,o);try{for(let a of t.body)',
        'e.state.options.xtrace&&await step_(e,`for ${t.variable} in ${t.words===null?\'"$@"\':t.words.map(Ft).join(" ")}`);e.state.env.set(t.variable,o);try{for(let a of t.body)',
      ],
      [
        'async function EO(e,t){let n=new ps(e),r=0,s=await _e(e,t.word)',
        'async function EO(e,t){e.state.options.xtrace&&await step_(e,`case ${Ft(t.word)} in`);let n=new ps(e),r=0,s=await _e(e,t.word)',
      ],
    ],
  },
  {
    why: 'the steps of arithmetic and of conditions',
    changes: [
      [
        'try{let n=await Te(this.ctx,t.expression.expression)',
        'try{this.ctx.state.options.xtrace&&await step_(this.ctx,`((${liveTracedSum(t.expression,ct)}))`);let n=await Te(this.ctx,t.expression.expression)',
      ],
      [
        't.init&&await Te(e,t.init.expression),',
        't.init&&(e.state.options.xtrace&&await step_(e,`((${liveTracedSum(t.init,ct)}))`),await Te(e,t.init.expression)),',
      ],
      [
        'await Te(e,t.condition.expression)===0)',
        '(e.state.options.xtrace&&await step_(e,`((${liveTracedSum(t.condition,ct)}))`),await Te(e,t.condition.expression))===0)',
      ],
      [
        't.update&&await Te(e,t.update.expression)',
        't.update&&(e.state.options.xtrace&&await step_(e,`((${liveTracedSum(t.update,ct)}))`),await Te(e,t.update.expression))',
        2,
      ],
      ['async function os(e,t){switch(t.type){', 'async function os(e,t,isInverted){switch(t.type){'],
      [
        'if(Wo(t.operator)){let i=e.state.shoptOptions.nocasematch;return Jl(t.operator,n,s,!r',
        'if(e.state.options.xtrace&&await step_(e,liveShownPrimary({operator:t.operator,left:n,right:s,isInverted})),Wo(t.operator)){let i=e.state.shoptOptions.nocasematch;return Jl(t.operator,n,s,!r',
      ],
      [
        'let n=await _e(e,t.operand);return ql(t.operator)?',
        'let n=await _e(e,t.operand);return e.state.options.xtrace&&await step_(e,liveShownPrimary({operator:t.operator,right:n,isInverted})),ql(t.operator)?',
      ],
      [':!await os(e,t.operand);', ':!await os(e,t.operand,!isInverted);'],
      [
        'case"CondGroup":return await os(e,t.expression);',
        'case"CondGroup":return await os(e,t.expression,isInverted);',
      ],
      [
        'case"CondWord":return await _e(e,t.word)!=="";',
        'case"CondWord":{let n=await _e(e,t.word);return e.state.options.xtrace&&await step_(e,liveShownPrimary({operator:"-n",right:n,isInverted})),n!==""}',
      ],
      [
        'let l=or(i);return await e.executeScript(l)}',
        'let l=or(i),up=liveTraceDeeper(e.state);try{return await e.executeScript(l)}finally{up()}}',
      ],
    ],
  },
]
