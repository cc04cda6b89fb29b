// Rule over buttons to a form about an item: they show only in states in which the owner may edit it, or submit below.

import { findFixed } from '#config/compile/conditions/condition-outcomes.ts'
import { itemProperties } from '#config/compile/conditions/item-properties.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Action } from '#shared/model/page-model.ts'
import { defineRule, type Lint, listOf, type Rule } from '../rule.ts'

const formButtons = defineRule('page', { needs: 'whole' }, ({ at, page }, lint) => {
  if (page.kind !== 'list' && page.kind !== 'detail') return
  const type = lint.typeOf.get(lint.operationOf.get(page.source.operation)?.content?.type ?? '')
  const key = page.kind === 'list' ? 'rowActions' : 'actions'
  const { [key]: actions = [] } = page as { readonly [Key in typeof key]?: readonly Action[] }
  if (type)
    for (const [index, action] of actions.entries()) checkAction(at.at(key, index), lint, type, action)
})

function checkAction(at: Place, lint: Lint, type: ContentType, action: Action): void {
  const { when } = action
  const shown = statesIn(type, when)
  const shut = shutTo(lint, type, action)
  const wrong = shown?.states.filter((state) => shut?.states.includes(state)) ?? []
  const [first] = wrong
  if (shown && first !== undefined) {
    const titles = listOf(wrong.map((state) => type.lifecycle.states[state]?.title ?? state))
    const place = at.at(...(when ? shown.path(first) : []))
    place.report('button_shut.state', { found: wrong.join(', '), action, titles, shut })
  } else if (when && shut?.open) {
    const properties = itemProperties(type)
    const schemaOf = ({ read }: { readonly read: string }) => properties[read.replace(/^item\./, '')]
    if (findFixed({ all: [when, shut.open] }, schemaOf, lint.roles) === 'never')
      at.at('when').report('button_shut.always', { key: true, action, shut })
  }
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
  const status = listIn(tests?.['item.status'])
  const actions = listIn(tests?.['item.actions'])
  const pathOf = (key: string, index: number): Path => {
    const test = tests?.[key]
    return Array.isArray(test)
      ? ['when', key, index]
      : typeof test === 'string'
        ? ['when', key]
        : ['when', key, 'in', index]
  }
  if (status)
    return {
      states: status.filter((state) => known.includes(state)),
      path: (state) => pathOf('item.status', status.indexOf(state)),
    }
  if (!actions) return undefined
  const opens = (action: string) =>
    lifecycle.transitions.flatMap((step) =>
      step.action === action && step.by.includes('owner') && !step.not?.includes('owner') ? step.from : [],
    )
  return {
    states: known.filter((state) => actions.some((action) => opens(action).includes(state))),
    path: (state) =>
      pathOf(
        'item.actions',
        actions.findIndex((action) => opens(action).includes(state)),
      ),
  }
}

function listIn(test: unknown): readonly string[] | undefined {
  if (typeof test === 'string') return [test]
  const list = Array.isArray(test) ? test : (test as { readonly in?: unknown } | undefined)?.in
  return Array.isArray(list) ? list.map(String) : undefined
}

interface Shut {
  readonly states: readonly string[]
  /** Why, as the message says it. */
  readonly reason: string
  /** The condition that every item fulfils that is not refused. */
  readonly open?: Condition
}

/** States in which what the button leads to is refused; undefined where that is not known. */
function shutTo(lint: Lint, type: ContentType, { link, source, do: kind }: Action): Shut | undefined {
  const { states, transitions } = type.lifecycle
  const except = (isOpen: (state: string) => boolean, reason: string): Shut => ({
    states: Object.keys(states).filter((state) => !isOpen(state)),
    reason,
  })
  if (kind === 'call') return shutToCall(lint, type, source)
  const page = lint.pageOf.get(link?.page ?? '')
  const ids = Object.entries(link?.params ?? {}).flatMap(([name, value]) =>
    value === '{item.id}' ? [name] : [],
  )
  if (page?.kind !== 'form' || ids.length === 0) return undefined
  const operation = lint.operationOf.get((page.update ?? page.submit).operation)
  const { action = '', type: written = '' } = operation?.content ?? {}
  if (written === type.name && action === 'update' && operation?.access.includes('owner'))
    return except(
      (state) => states[state]?.editable === true,
      `发布者不能修改“${type.title}”（states 中没有写 editable）`,
    )
  const below = lint.typeOf.get(written)
  const parent = below?.fields.find(({ name }) => name === below.parent)
  if (!below || parent?.ref !== type.name || !ids.includes(parent.name)) return undefined
  const { admission, takes } = below
  if (admission && (action === 'add' || action === 'save')) {
    const excepted = Object.entries(admission.except ?? {}).map(
      ([name, values]): Condition => ({ not: { [`item.${name}`]: values } }),
    )
    return {
      ...except((state) => admission.states.includes(state), `不能提交“${below.title}”（admission）`),
      open: { all: [{ 'item.status': admission.states }, ...excepted] },
    }
  }
  if (!takes || takes.stays?.length) return undefined
  const ends = Object.values(takes.steps)
  const from = transitions.flatMap((step) => (ends.includes(step.to) ? step.from : []))
  return except((state) => from.includes(state), `提交“${below.title}”不能改变“${type.title}”的状态（takes）`)
}

/** Fields that may be written in some states only. */
function shutToCall(lint: Lint, type: ContentType, source: Action['source']): Shut | undefined {
  const { content, body } = lint.operationOf.get(source?.operation ?? '') ?? {}
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

/** A page that is entered from one page only is led to from there. */
const entrances = defineRule('page', ({ at, page: { id } }, { context, pageOf }) => {
  const { onlyFrom: from } = at.document.value as { readonly onlyFrom?: string }
  if (from === undefined || !pageOf.has(from) || context.invalidIds('page').length > 0) return
  if (context.links.has(`${from} ${id}`)) return
  const known = [...context.links].flatMap((link) =>
    link.endsWith(` ${id}`) ? [link.split(' ')[0] ?? ''] : [],
  )
  at.at('onlyFrom').report('entrance_unlinked', { found: from, known, id })
})

export const linkRules: readonly Rule[] = [entrances, formButtons]
