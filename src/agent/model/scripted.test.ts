import { describeModelContract } from './contract-suite.ts'
import type { Answer } from './contract-suite.ts'
import { createScriptedModel } from './scripted.ts'
import type { ScriptedCall, ScriptedResponse } from './scripted.ts'

describeModelContract('scripted', {
  open: (answers) => Promise.resolve(createScriptedModel(answers.map(toResponse))),
  failures: ['overloaded', 'authentication', 'unreachable'],
})

function toResponse(answer: Answer): ScriptedResponse {
  if (answer.type === 'fails') return { error: answer.kind, after: answer.afterText }
  const calls = answer.parts.flatMap((part): ScriptedCall[] => {
    if (part.type === 'call') return [{ name: part.name, input: part.input }]
    return part.type === 'broken call' ? [{ name: part.name, inputError: 'not JSON' }] : []
  })
  return {
    thinking: answer.parts.find((part) => part.type === 'thinking')?.thinking,
    text: answer.parts.find((part) => part.type === 'text')?.text,
    ...(calls.length > 0 ? { calls } : {}),
    ...(answer.type === 'hangs' ? { hangs: true } : { stopReason: answer.stopReason }),
  }
}
