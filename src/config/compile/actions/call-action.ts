// Compiles the actions that name their operation themselves.

import { given } from '#config/compile/common/given.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionInput } from './action-kind.ts'
import { checkDraftTexts } from './check-receipt.ts'
import { toAccess } from './operation-access.ts'

type Written = Omit<WrittenCallAction, 'do'>

interface CallInput extends Omit<ActionInput, 'written'> {
  readonly written: Written
}

export function compileCall(what: Action['do'], { at, written, shared }: CallInput): Action | null {
  const source = compileSource(at.at('source'), written.source)
  const reason = resolveReason(written.reason)
  const choice = compileChoice(at.at('choice'), written.choice)
  if (reason?.phrases !== undefined)
    at.at('reason', 'phrases').refers('dictionary', '字典', reason.phrases, at.context.of('dictionary'))
  checkIdleCall(at, written)
  const operation = at.compilation.operations.get(source?.operation ?? '')
  if (!source || !operation) return null
  checkReasonParameter(at, written.label, operation, { reason, body: bodyOf(written) })
  if (checkComplete(at, written, operation)) checkRow(at, written, operation)
  checkDraftTexts(at, source, operation, { done: written.done })
  return {
    do: what,
    label: written.label,
    source,
    ...toAccess(operation),
    ...given({ confirm: written.confirm, reason, choice, done: written.done }),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    ...(written.then ? { then: written.then } : {}),
    ...shared,
  }
}

function compileChoice(at: PagePlace, written: Written['choice']): Action['choice'] {
  const source = written && compileSource(at.at('source'), written.source)
  return written && source ? { field: written.name, title: written.title, source } : undefined
}

const bodyOf = ({ source }: Written): Readonly<Record<string, unknown>> =>
  (typeof source === 'string' ? undefined : source.body) ?? {}

function checkIdleCall(at: PagePlace, written: Written): void {
  const { when, label } = written
  for (const [name, value] of Object.entries(bodyOf(written))) {
    const shown = (when as Readonly<Record<string, unknown>> | undefined)?.[`item.${name}`]
    const only = onlyOf(shown)
    if (only === undefined || only !== value) continue
    at.at('source', 'body', name).report('call_idle', { found: String(value), label, name })
  }
}

/** The one value that a test is fulfilled by. */
function onlyOf(test: unknown): unknown {
  if (Array.isArray(test)) return test.length === 1 ? test[0] : undefined
  return test === null || typeof test !== 'object' ? test : undefined
}

const WORDS = 'reason'
/** The parameter of the ticked rows, which the bar above a table sends. */
const TICKED = 'ids'

const namesOf = (schema: JsonSchema | undefined) => Object.keys(schema?.properties ?? {})
const requiredOf = (schema: JsonSchema | undefined) => (schema?.required ?? []) as readonly string[]

interface Sent {
  readonly reason: TransitionReason | undefined
  readonly body: Readonly<Record<string, unknown>>
}

function checkReasonParameter(
  at: PagePlace,
  label: string,
  { id, method, body: accepted, params }: Operation,
  { reason, body }: Sent,
): void {
  const taker = method === 'POST' ? accepted : params
  const isNeeded = requiredOf(taker).includes(WORDS) && body[WORDS] === undefined
  if (reason && !namesOf(taker).includes(WORDS))
    at.at(WORDS).report('call_words.refused', { key: true, label, id })
  else if (isNeeded && (!reason || reason.optional))
    (reason ? at.at(WORDS) : at).report(reason ? 'call_words.required' : 'call_words.missing', {
      expected: WORDS,
      id,
      label,
    })
}

function checkComplete(at: PagePlace, written: Written, operation: Operation): boolean {
  const { source, label } = written
  const body = bodyOf(written)
  const { params = {} } = typeof source === 'string' ? {} : source
  const given = [
    ...Object.keys(body),
    WORDS,
    ...(written.choice ? [written.choice.name] : []),
    ...(at.path[0] === 'bulkActions' ? [TICKED] : []),
  ]
  const missing = requiredOf(operation.body).filter((name) => !given.includes(name))
  // The required parameters of a read are checked wherever one is called.
  if (operation.method === 'POST')
    missing.push(...requiredOf(operation.params).filter((name) => !Object.hasOwn(params, name)))
  const least = (operation.body?.minProperties ?? 0) as number
  const hasBody = typeof source !== 'string' && source.body !== undefined
  const here = at.at('source', ...(hasBody ? ['body'] : []))
  const taken = namesOf(operation.body)
  // A value under an unknown name is reported at its own path.
  if (Object.keys(body).some((name) => !taken.includes(name))) return false
  if (missing.length > 0)
    here.report('call_incomplete.part', {
      expected: missing.join(', '),
      label,
      operation,
      missing,
      part: operation.body ? 'body' : 'params',
    })
  else if (Object.keys(body).length < least) {
    const others = taken.filter((name) => !Object.hasOwn(body, name)).join('、')
    here.report('call_incomplete.others', { label, operation, others })
  } else return true
  return false
}

/** A button in each row does the same for every row where it says nothing of its own. */
function checkRow(at: PagePlace, { source, label }: Written, { id }: Operation): void {
  if (at.path[0] === 'rowActions' && !JSON.stringify(source).includes('{item.'))
    at.at('source').report('call_no_row', { found: id, label })
}
