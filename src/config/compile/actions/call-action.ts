// Compiles the actions that name their operation themselves.

import { given } from '#config/compile/common/given.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionInput } from './action-kind.ts'
import { checkDraftTexts } from './check-receipt.ts'
import { toAccess } from './operation-access.ts'

interface CallInput extends Omit<ActionInput, 'written'> {
  readonly written: Omit<WrittenCallAction, 'do'>
}

export function compileCall(what: Action['do'], { place, path, written, shared }: CallInput): Action | null {
  const source = compileSource(place, [...path, 'source'], written.source)
  const reason = resolveReason(written.reason)
  checkIdleCall(place, path, written)
  const operation = place.compilation.operations.get(source?.operation ?? '')
  if (!source || !operation) return null
  checkCallParameters(place, path, { written, operation, reason })
  checkDraftTexts(place, path, source, operation, { done: written.done })
  return {
    do: what,
    label: written.label,
    source,
    ...toAccess(operation),
    ...given({ confirm: written.confirm, reason, done: written.done }),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    ...(written.then ? { then: written.then } : {}),
    ...shared,
  }
}

function checkIdleCall(
  { compilation, document }: PageContext,
  path: Path,
  written: Omit<WrittenCallAction, 'do'>,
): void {
  const { source, when, label } = written
  const body = typeof source === 'string' ? undefined : source.body
  for (const [name, value] of Object.entries(body ?? {})) {
    const shown = (when as Readonly<Record<string, unknown>> | undefined)?.[`item.${name}`]
    const only = onlyOf(shown)
    if (only === undefined || only !== value) continue
    compilation.context.report(document, [...path, 'source', 'body', name], {
      slug: 'call_idle',
      message: `按钮“${label}”只在“${name}”已是 ${String(value)} 时显示，写入的值也是 ${String(value)}，点击后不会有变化：请修改显示条件或写入的值`,
      found: String(value),
    })
  }
}

/** The one value that a test is fulfilled by. */
function onlyOf(test: unknown): unknown {
  const { eq, in: several } =
    test !== null && typeof test === 'object' && !Array.isArray(test)
      ? (test as { readonly eq?: unknown; readonly in?: unknown })
      : { eq: test }
  const values = several ?? eq
  return Array.isArray(values) && values.length === 1 ? values[0] : values
}

const WORDS = 'reason'
/** The parameter of the ticked rows, which the bar above a table sends. */
const TICKED = 'ids'

interface Called {
  readonly written: Omit<WrittenCallAction, 'do'>
  readonly operation: Operation
  readonly reason: TransitionReason | undefined
}

/** `path` is that of the action. */
function checkCallParameters(place: PageContext, path: Path, given: Called): void {
  checkReasonParameter(place, path, given)
  if (checkComplete(place, path, given)) checkRow(place, path, given)
}

const namesOf = (schema: JsonSchema | undefined) => Object.keys(schema?.properties ?? {})
const requiredOf = (schema: JsonSchema | undefined) => (schema?.required ?? []) as readonly string[]

/** Returns the schema that accepts the reason: the body of a POST, else the parameters of the address. */
const takerOf = ({ method, body, params }: Operation) => (method === 'POST' ? body : params)

function checkReasonParameter(
  { compilation, document }: PageContext,
  path: Path,
  { written, operation, reason }: Called,
): void {
  const taker = takerOf(operation)
  const isNeeded = requiredOf(taker).includes(WORDS) && readInputValues(written).body[WORDS] === undefined
  if (reason && !namesOf(taker).includes(WORDS))
    compilation.context.report(document, [...path, WORDS], {
      slug: 'call_words',
      message: `按钮“${written.label}”要求填写附言，操作“${operation.id}”却不接受附言（reason）：请去掉 reason`,
      key: true,
    })
  else if (isNeeded && (!reason || reason.optional))
    compilation.context.report(document, reason ? [...path, WORDS] : path, {
      slug: 'call_words',
      message: reason
        ? `操作“${operation.id}”必须填写附言（reason），按钮“${written.label}”却设为选填（optional）：请去掉 optional`
        : `操作“${operation.id}”必须填写附言（reason），按钮“${written.label}”却不提供填写：请写 "reason": true`,
      expected: WORDS,
    })
}

interface Values {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

function readInputValues({ source }: Called['written']): Values {
  const { params = {}, body = {} } = typeof source === 'string' ? {} : source
  return { params, body }
}

function checkComplete(
  { compilation, document }: PageContext,
  path: Path,
  { written, operation }: Called,
): boolean {
  const { params, body } = readInputValues(written)
  const given = [...Object.keys(body), WORDS, ...(path[0] === 'bulkActions' ? [TICKED] : [])]
  const missing = requiredOf(operation.body).filter((name) => !given.includes(name))
  // The required parameters of a read are checked wherever one is called.
  if (operation.method === 'POST')
    missing.push(...requiredOf(operation.params).filter((name) => !Object.hasOwn(params, name)))
  const least = (operation.body?.minProperties ?? 0) as number
  const hasBody = typeof written.source !== 'string' && written.source.body !== undefined
  const at = [...path, 'source', ...(hasBody ? ['body'] : [])]
  // A value under an unknown name is reported at its own path.
  if (Object.keys(body).some((name) => !namesOf(operation.body).includes(name))) return false
  if (missing.length > 0)
    compilation.context.report(document, at, {
      slug: 'call_incomplete',
      message: `按钮“${written.label}”调用“${operation.id}”时缺少 ${missing.join('、')}：请写入 source 的 ${operation.body ? 'body' : 'params'}`,
      expected: missing.join(', '),
    })
  else if (Object.keys(body).length < least)
    compilation.context.report(document, at, {
      slug: 'call_incomplete',
      message: `按钮“${written.label}”调用“${operation.id}”时只给出了内容编号，缺少要写入的内容：请补充 ${namesOf(
        operation.body,
      )
        .filter((name) => !Object.hasOwn(body, name))
        .join('、')}`,
    })
  return missing.length === 0 && Object.keys(body).length >= least
}

/** A button in each row does the same for every row where it says nothing of its own. */
function checkRow({ compilation, document }: PageContext, path: Path, { written, operation }: Called): void {
  if (path[0] !== 'rowActions' || JSON.stringify(written.source).includes('{item.')) return
  compilation.context.report(document, [...path, 'source'], {
    slug: 'call_no_row',
    message: `行内按钮“${written.label}”调用“${operation.id}”时没有指明所在行：请写明编号，如 "id": "{item.id}"`,
    found: operation.id,
  })
}
