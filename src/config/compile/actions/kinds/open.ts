// Compiles the action that opens a page.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { given } from '#config/compile/common/given.ts'
import { requiredTexts } from '#config/compile/conditions/condition-parts.ts'
import { checkOpened } from '#config/compile/links/check-link-target.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenOpenAction, WrittenSource } from '#config/generated/written.ts'
import { audienceTitle, isRelation } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Link } from '#shared/model/page-model.ts'

export const ACTION: ActionKindFile<WrittenOpenAction> = {
  compile({ at, written: { page, type, params, label, when }, shared }) {
    const link = compileLink(at, { page, ...given({ type, params }) })
    if (!link) return null
    checkOpened(at, link, label)
    checkParentTransition(at, link, when)
    checkParentState(at, link, when)
    return { do: 'open', label, link, ...accessOf(at, link), ...shared }
  },
}

const CHANGING: readonly string[] = ['update', 'set']

/**
 * Returns the access of the update operation where the page changes the item shown: only users who may change the
 * item need the button.
 */
function accessOf(at: PagePlace, { page, params }: Link) {
  const operation = submittedOn(at, page)
  const { type, action = '' } = operation?.content ?? {}
  const isShown = type !== undefined && type === at.type?.name && params.id === '{item.id}'
  return isShown && CHANGING.includes(action) ? toAccess(operation) : {}
}

/** Returns the operation to which a form page submits. */
function submittedOn({ context, compilation }: PagePlace, page: string): Operation | undefined {
  const { submit } = (context.of('page').get(page)?.value ?? {}) as { readonly submit?: WrittenSource }
  return compilation.operations.get((typeof submit === 'string' ? submit : submit?.operation) ?? '')
}

/** Returns the content type of what a form page submits. */
const submittedType = (at: PagePlace, page: string) =>
  at.compilation.contentTypes.get(submittedOn(at, page)?.content?.type ?? '')

/** The prefix of a relation to the parent of an item. */
const ABOVE = 'parent.'

/**
 * Checks that the submission policy of the parent admits the user who submits a child, and that this user may take
 * the transition to which the submission leads.
 */
function checkParentTransition(at: PagePlace, link: Link, when: Condition | undefined): void {
  const { context, type } = at
  const below = submittedType(at, link.page)
  const relations = requiredTexts(when, 'item.relations')
  const { ref } = below?.fields.find(({ name }) => name === below.parent) ?? {}
  if (!type || !below || !relations || ref !== type.name) return
  const { takes, admission: submissionPolicy } = below
  const to = takes?.steps[String(link.params[takes.field])]
  const states = requiredTexts(when, 'item.status')
  const by = type.lifecycle.transitions
    .filter((step) => step.to === to && (!states || step.from.some((state) => states.includes(state))))
    .flatMap((step) => step.by)
  const shut = relations.filter(
    (relation) =>
      (by.length > 0 && !by.includes(relation)) ||
      submissionPolicy?.not?.includes(`${ABOVE}${relation}`) ||
      (submissionPolicy?.by?.every(isRelation) && !submissionPolicy.by.includes(`${ABOVE}${relation}`)),
  )
  if (shut.length === 0 || by.some((one) => !isRelation(one))) return
  const titlesOf = (audiences: readonly string[]) =>
    audiences.map((one) => audienceTitle(context.roles, one)).join('、')
  const whom = by.length > 0 ? `：应只对${titlesOf(by)}显示` : ''
  at.at('when', 'item.relations').report('taken_by', {
    found: shut.join(', '),
    ...(by[0] === undefined ? {} : { expected: by[0] }),
    too: relations.length > shut.length ? '也' : '只',
    who: titlesOf(shut),
    type,
    below,
    whom,
  })
}

/** Checks that a submission below an item can take the item from the states in which the button is shown. */
function checkParentState(at: PagePlace, link: Link, when: Condition | undefined): void {
  const { type } = at
  const { takes } = submittedType(at, link.page) ?? {}
  const code = takes && link.params[takes.field]
  const to = takes?.steps[String(code)]
  const states = requiredTexts(when, 'item.status')
  if (!type || !takes || to === undefined || !states) return
  const leadsFrom = (state: string) =>
    type.lifecycle.transitions.flatMap((step) => (step.to === state ? step.from : []))
  const from = leadsFrom(to)
  const shut = states.filter((state) => Object.hasOwn(type.lifecycle.states, state) && !from.includes(state))
  if (shut.length === 0) return
  const titles = shut.map((state) => type.lifecycle.states[state]?.title)
  const known = Object.entries(takes.steps).flatMap(([value, state]) =>
    states.every((one) => leadsFrom(state).includes(one)) ? [value] : [],
  )
  at.at('params', takes.field).report('taken_state', {
    found: String(code),
    known,
    titles,
    type,
    state: type.lifecycle.states[to]?.title ?? to,
    takes,
  })
}
