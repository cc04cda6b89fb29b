// Compiles a page's actions: the shared properties first, then the properties of each kind.

import { ACTION_KINDS } from '#config/compile/actions/generated/action-kinds.ts'
import { given } from '#config/compile/common/given.ts'
import { checkCondition } from '#config/compile/conditions/page-conditions.ts'
import { operationGroup, type PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenAction, WrittenSource } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Action } from '#shared/model/page-model.ts'

export function compileActions(
  place: PageContext,
  path: Path,
  written: readonly WrittenAction[] = [],
): Action[] {
  return written.flatMap((action, index) => {
    const at = [...path, index]
    if (action.when) checkCondition(place, [...at, 'when'], action.when, place.record)
    const shared = {
      ...given({ when: action.when, icon: action.icon }),
      ...(action.primary ? { primary: true } : {}),
    }
    const shown = action.when ? { ...place, shownWhen: [...(place.shownWhen ?? []), action.when] } : place
    const compiled = ACTION_KINDS[action.do].compile({ place: shown, path: at, written: action, shared })
    if (compiled) checkButtonLabel(shown, at, action, compiled)
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

/** `path` is that of the action. */
function checkButtonLabel(place: PageContext, path: Path, written: WrittenAction, action: Action): void {
  const { label } = written as { readonly label?: string }
  if (label === undefined || place.document.isMade) return
  if (action.do === 'call' || action.do === 'save') checkCall(place, path, label, action)
  else if (action.do === 'transition' || action.do === 'steps')
    checkTransitionLabel(place, path, label, action)
  checkCodes(place, path, label, written)
}

function checkCall(
  { compilation, document }: PageContext,
  path: Path,
  label: string,
  { source }: Action,
): void {
  const own = compilation.operations.get(source?.operation ?? '')
  if (!own || own.content) return
  const calledOf = ({ id, summary, deed }: typeof own): Called => ({ name: id, words: [summary, deed ?? ''] })
  const siblings = (compilation.operationsOf.get(operationGroup(own)) ?? []).filter(
    ({ writes }) => writes === own.writes,
  )
  const other = meant(label, calledOf(own), siblings.map(calledOf))
  if (!other) return
  compilation.context.report(document, [...path, 'source'], {
    slug: 'button_call',
    message: `按钮名称为“${label}”，调用的却是“${own.summary}”（${own.id}）；与该名称对应的操作是 ${other.name}：请改名称或操作`,
    found: own.id,
    expected: other.name,
  })
}

function checkTransitionLabel(
  { compilation, document, type }: PageContext,
  path: Path,
  label: string,
  { transition }: Action,
): void {
  const steps = new Map<string, string[]>()
  for (const { action, title } of type?.lifecycle.transitions ?? [])
    steps.set(action, [...(steps.get(action) ?? []), title])
  const all = [...steps].map(([name, words]): Called => ({ name, words }))
  const own = all.find(({ name }) => name === transition)
  const other = own && meant(label, own, all)
  if (!own || !other) return
  compilation.context.report(document, [...path, 'transition'], {
    slug: 'button_step',
    message: `按钮名称为“${label}”，执行的却是流转“${own.words.join('、')}”（${own.name}）；与该名称对应的流转是 ${other.name}：请改名称或流转`,
    found: own.name,
    expected: other.name,
  })
}

interface InputValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly at: Path
  /** The fields that receive the values. */
  readonly fields: Pick<ContentType, 'fields'>['fields']
  /** The schemas that the call declares for the values. */
  readonly taken?: Readonly<Record<string, JsonSchema>>
}

function dictionaryOf(schema: JsonSchema | undefined): { readonly dict?: string; readonly title?: string } {
  const { 'x-dict': dict, title } = schema ?? {}
  return { ...(typeof dict === 'string' ? { dict } : {}), ...(typeof title === 'string' ? { title } : {}) }
}

/** Collects the values that the button passes on, with the fields that receive them. */
function collectInputValues({ compilation }: PageContext, path: Path, written: WrittenAction): InputValues[] {
  const { source, page, params } = written as {
    readonly source?: WrittenSource
    readonly page?: string
    readonly params?: Readonly<Record<string, unknown>>
  }
  if (typeof source === 'object') {
    const operation = compilation.operations.get(source.operation)
    const fields = compilation.contentTypes.get(operation?.content?.type ?? '')?.fields ?? []
    return (['body', 'params'] as const).flatMap((key): InputValues[] => {
      const taken = (operation?.[key]?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
      return source[key] ? [{ values: source[key], at: [...path, 'source', key], fields, taken }] : []
    })
  }
  const target = compilation.context.of('page').get(page ?? '')?.value as
    | { readonly form?: string; readonly source?: WrittenSource }
    | undefined
  if (!target || !params) return []
  const listed = typeof target.source === 'object' ? target.source.operation : target.source
  const type = compilation.contentTypes.get(compilation.operations.get(listed ?? '')?.content?.type ?? '')
  const fields = compilation.forms.get(target.form ?? '')?.fields ?? type?.fields ?? []
  return [{ values: params, at: [...path, 'params'], fields }]
}

function checkCodes(place: PageContext, path: Path, label: string, written: WrittenAction): void {
  const { context } = place.compilation
  for (const { values, at, fields, taken = {} } of collectInputValues(place, path, written))
    for (const [name, value] of Object.entries(values)) {
      const { dict, title = name } = fields.find((field) => field.name === name) ?? dictionaryOf(taken[name])
      const items = context.of('dictionary').get(dict ?? '')?.value.items ?? []
      const own = items.find((item) => item.value === value)
      if (!own || mentionsPhrase(label, own.label)) continue
      const other = items.find((item) => item.value !== value && mentionsPhrase(label, item.label))
      if (!other) continue
      context.report(place.document, [...at, name], {
        slug: 'button_code',
        message: `按钮名称为“${label}”，写入的“${title}”却是 ${own.value}（${own.label}）；“${other.label}”的值是 ${other.value}：请改名称或写入的值`,
        found: own.value,
        expected: other.value,
      })
    }
}
