// Compiles a page's actions: the shared properties first, then the properties of each kind.

import { ACTION_KINDS } from '#config/compile/actions/generated/action-kinds.ts'
import { given } from '#config/compile/common/given.ts'
import { checkCondition } from '#config/compile/conditions/page-conditions.ts'
import { operationGroup, type PagePlace } from '#config/compile/links/compile-context.ts'
import type { WrittenAction, WrittenSource } from '#config/generated/written.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Action } from '#shared/model/page-model.ts'

/** `at` is that of the list. */
export function compileActions(at: PagePlace, written: readonly WrittenAction[] = []): Action[] {
  return written.flatMap((action, index) => {
    const { when, icon, primary } = action
    const here = at.at(index)
    if (when) checkCondition(here.at('when'), when)
    const shared = { ...given({ when, icon }), ...(primary ? { primary: true } : {}) }
    const shown = when ? here.with({ shownWhen: [...(here.shownWhen ?? []), when] }) : here
    const compiled = ACTION_KINDS[action.do].compile({ at: shown, written: action, shared })
    if (compiled) checkButtonLabel(shown, action, compiled)
    return compiled ?? []
  })
}

/** Matches a negation at the end of a text, which turns the words after it into their opposite. */
const TURNED = /(?:不予|取消|撤销|解除|停止|不|未|非|没)$/

/** Returns true if `text` contains `words` without a negation before them. */
function mentionsPhrase(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!TURNED.test(text.slice(0, at))) return true
  return false
}

interface Called {
  readonly name: string
  readonly words: readonly string[]
}

/** The one beside `own` that is called so, where `own` itself is not. */
function meant(label: string, own: Called, all: readonly Called[]): Called | undefined {
  const isCalled = ({ words }: Called) => words.some((text) => mentionsPhrase(text, label))
  if (isCalled(own)) return undefined
  return all.find((one) => one.name !== own.name && isCalled(one))
}

function checkButtonLabel(at: PagePlace, written: WrittenAction, action: Action): void {
  const { label } = written as { readonly label?: string }
  if (label === undefined || at.document.isMade) return
  if (action.do === 'call' || action.do === 'save') checkCall(at, label, action)
  else if (action.do === 'transition' || action.do === 'steps') checkTransitionLabel(at, label, action)
  checkCodes(at, label, written)
}

function checkCall(at: PagePlace, label: string, { source }: Action): void {
  const { operations, operationsOf } = at.compilation
  const own = operations.get(source?.operation ?? '')
  if (!own || own.content) return
  const calledOf = ({ id, summary, deed }: typeof own): Called => ({ name: id, words: [summary, deed ?? ''] })
  const siblings = (operationsOf.get(operationGroup(own)) ?? []).filter(({ writes }) => writes === own.writes)
  const other = meant(label, calledOf(own), siblings.map(calledOf))
  if (other) at.at('source').report('button_call', { found: own.id, expected: other.name, label, own })
}

function checkTransitionLabel(at: PagePlace, label: string, { transition }: Action): void {
  const steps = new Map<string, string[]>()
  for (const { action, title } of at.type?.lifecycle.transitions ?? [])
    steps.set(action, [...(steps.get(action) ?? []), title])
  const all = [...steps].map(([name, words]): Called => ({ name, words }))
  const own = all.find(({ name }) => name === transition)
  const other = own && meant(label, own, all)
  if (own && other)
    at.at('transition').report('button_step', { found: own.name, expected: other.name, label, own })
}

interface InputValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly at: PagePlace
  /** The fields that receive the values. */
  readonly fields: ContentType['fields']
  /** The schemas that the call declares for the values. */
  readonly taken?: Readonly<Record<string, JsonSchema>>
}

/** Collects the values that the button passes on, with the fields that receive them. */
function collectInputValues(at: PagePlace, written: WrittenAction): InputValues[] {
  const { compilation, context } = at
  const { source, page, params } = written as {
    readonly source?: WrittenSource
    readonly page?: string
    readonly params?: Readonly<Record<string, unknown>>
  }
  const typeOf = (operation = '') =>
    compilation.contentTypes.get(compilation.operations.get(operation)?.content?.type ?? '')
  if (typeof source === 'object') {
    const operation = compilation.operations.get(source.operation)
    const fields = typeOf(source.operation)?.fields ?? []
    return (['body', 'params'] as const).flatMap((key): InputValues[] => {
      const taken = (operation?.[key]?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
      return source[key] ? [{ values: source[key], at: at.at('source', key), fields, taken }] : []
    })
  }
  const target = context.of('page').get(page ?? '')?.value as
    | { readonly form?: string; readonly source?: WrittenSource }
    | undefined
  if (!target || !params) return []
  const listed = typeof target.source === 'object' ? target.source.operation : target.source
  const fields = compilation.forms.get(target.form ?? '')?.fields ?? typeOf(listed)?.fields ?? []
  return [{ values: params, at: at.at('params'), fields }]
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function checkCodes(button: PagePlace, label: string, written: WrittenAction): void {
  for (const { values, at, fields, taken = {} } of collectInputValues(button, written))
    for (const [name, value] of Object.entries(values)) {
      const field = fields.find((one) => one.name === name)
      const dict = field ? field.dict : textOf(taken[name]?.['x-dict'])
      const title = field?.title ?? textOf(taken[name]?.title) ?? name
      const items = at.context.of('dictionary').get(dict ?? '')?.value.items ?? []
      const own = items.find((item) => item.value === value)
      if (!own || mentionsPhrase(label, own.label)) continue
      const other = items.find((item) => item.value !== value && mentionsPhrase(label, item.label))
      if (other)
        at.at(name).report('button_code', {
          found: own.value,
          expected: other.value,
          label,
          title,
          own,
          other,
        })
    }
}
