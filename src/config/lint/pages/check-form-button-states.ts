// Checks that a button to a form about an item is visible only in states in which the owner may edit it, or submit a
// child.

import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Action, Page } from '#shared/model/page-model.ts'

interface LookupContext {
  readonly context: Context
  readonly types: ReadonlyMap<string, ContentType>
  readonly operations: ReadonlyMap<string, Operation>
  readonly pages: ReadonlyMap<string, Page>
}

export function checkFormButtonStates(context: Context, { contentTypes, operations, pages }: Compiled): void {
  const lookup: LookupContext = {
    context,
    types: new Map(contentTypes.map((type) => [type.name, type])),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    pages: new Map(pages.map((page) => [page.id, page])),
  }
  for (const page of pages) {
    if (page.kind !== 'list' && page.kind !== 'detail') continue
    const type = lookup.types.get(lookup.operations.get(page.source.operation)?.content?.type ?? '')
    if (!type) continue
    const lists = page.kind === 'list' ? (['rowActions'] as const) : (['actions'] as const)
    for (const key of lists)
      for (const [index, action] of (page as unknown as Record<string, readonly Action[]>)[key]?.entries() ??
        [])
        checkAction(lookup, page, type, [key, index], action)
  }
}

function checkAction(lookup: LookupContext, page: Page, type: ContentType, path: Path, action: Action): void {
  const { context } = lookup
  const document = context.of('page').get(page.id)
  const shown = statesIn(type, action.when)
  const shut = shutTo(lookup, type, action)
  if (!document || !shown || !shut) return
  const wrong = shown.states.filter((state) => shut.states.includes(state))
  if (wrong.length === 0) return
  const titles = wrong.map((state) => `“${type.lifecycle.states[state]?.title ?? state}”`).join('、')
  context.report(document, [...path, ...(action.when ? shown.path(wrong[0] ?? '') : [])], {
    slug: 'button_shut',
    message: `按钮“${action.label}”在${titles}时也显示，此时${shut.reason}，点击后会被拒绝：请在 when 中排除这些状态`,
    found: wrong.join(', '),
  })
}

interface VisibleStates {
  readonly states: readonly string[]
  /** Returns the location where the state is named, or the transition that is open in it. */
  readonly path: (state: string) => Path
}

/** States that the condition names one by one, or by steps that are open in them; undefined where it names none. */
function statesIn({ lifecycle }: ContentType, when: Condition | undefined): VisibleStates | undefined {
  const known = Object.keys(lifecycle.states)
  const tests = when as Readonly<Record<string, unknown>> | undefined
  const status = listOf(tests?.['item.status'])
  const actions = listOf(tests?.['item.actions'])
  if (status)
    return {
      states: status.filter((state) => known.includes(state)),
      path: (state) => toStatePath('item.status', tests?.['item.status'], status.indexOf(state)),
    }
  if (!actions) return undefined
  const opens = (action: string) =>
    lifecycle.transitions.flatMap((step) =>
      step.action === action && step.by.includes('owner') && !step.not?.includes('owner') ? step.from : [],
    )
  return {
    states: known.filter((state) => actions.some((action) => opens(action).includes(state))),
    path: (state) =>
      toStatePath(
        'item.actions',
        tests?.['item.actions'],
        actions.findIndex((action) => opens(action).includes(state)),
      ),
  }
}

const toStatePath = (key: string, test: unknown, index: number): Path =>
  Array.isArray(test)
    ? ['when', key, index]
    : typeof test === 'string'
      ? ['when', key]
      : ['when', key, 'in', index]

function listOf(test: unknown): readonly string[] | undefined {
  if (typeof test === 'string') return [test]
  const list = Array.isArray(test) ? test : (test as { readonly in?: unknown } | undefined)?.in
  return Array.isArray(list) ? list.map(String) : undefined
}

interface Shut {
  readonly states: readonly string[]
  /** Why, as the message says it. */
  readonly reason: string
}

/** States in which what the button leads to is refused; undefined where that is not known. */
function shutTo(
  lookup: LookupContext,
  type: ContentType,
  { link, source, do: kind }: Action,
): Shut | undefined {
  const { states } = type.lifecycle
  const names = Object.keys(states)
  if (kind === 'call') return shutToCall(lookup, type, source)
  const page = lookup.pages.get(link?.page ?? '')
  const ids = Object.entries(link?.params ?? {}).flatMap(([name, value]) =>
    value === '{item.id}' ? [name] : [],
  )
  if (page?.kind !== 'form' || ids.length === 0) return undefined
  const operation = lookup.operations.get((page.update ?? page.submit).operation)
  const { action = '', type: written = '' } = operation?.content ?? {}
  if (written === type.name && action === 'update' && operation?.access.includes('owner'))
    return {
      states: names.filter((state) => states[state]?.editable !== true),
      reason: `发布者不能修改“${type.title}”（states 中没有写 editable）`,
    }
  const below = lookup.types.get(written)
  const parent = below?.fields.find(({ name }) => name === below.parent)
  if (!below || parent?.ref !== type.name || !ids.includes(parent.name)) return undefined
  const { admission: submissionPolicy, takes } = below
  if (submissionPolicy && (action === 'add' || action === 'save'))
    return {
      states: names.filter((state) => !submissionPolicy.states.includes(state)),
      reason: `不能提交“${below.title}”（admission）`,
    }
  const steps = new Set(Object.values(takes?.steps ?? {}))
  if (!takes || takes.stays?.length) return undefined
  const from = type.lifecycle.transitions.flatMap((step) => (steps.has(step.to) ? step.from : []))
  return {
    states: names.filter((state) => !from.includes(state)),
    reason: `提交“${below.title}”不能改变“${type.title}”的状态（takes）`,
  }
}

/** Fields that may be written in some states only. */
function shutToCall(lookup: LookupContext, type: ContentType, source: Action['source']): Shut | undefined {
  const { content, body } = lookup.operations.get(source?.operation ?? '') ?? {}
  if (content?.type !== type.name || (content.action !== 'set' && content.action !== 'update'))
    return undefined
  const names = Object.keys(body?.properties ?? {})
  const field = type.fields.find(
    ({ name, set }) => set?.states && names.includes(name) && source?.body?.[name] !== undefined,
  )
  const open = field?.set?.states
  if (!field || !open) return undefined
  return {
    states: Object.keys(type.lifecycle.states).filter((state) => !open.includes(state)),
    reason: `“${field.title}”不能写（x-set）`,
  }
}
