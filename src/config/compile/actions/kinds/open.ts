// Compiles the action that opens a page.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { given } from '#config/compile/common/given.ts'
import { requiredTexts } from '#config/compile/conditions/condition-parts.ts'
import { checkOpened } from '#config/compile/links/check-link-target.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenOpenAction, WrittenSource } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { audienceTitle, isRelation } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

export const ACTION: ActionKindFile<WrittenOpenAction> = {
  compile({ place, path, written: { page, type, params, label, when }, shared }) {
    const link = compileLink(place, path, {
      page,
      ...given({ type, params }),
    })
    if (link) {
      checkOpened(place, path, link, label)
      checkParentState(place, path, link, when)
    }
    return link && { do: 'open', label, link, ...accessOf(place, link), ...shared }
  },
}

const CHANGING: readonly string[] = ['update', 'set']

/**
 * Returns the access of the update operation where the page changes the item shown: only users who may change the
 * item need the button.
 */
function accessOf(place: PageContext, { page, params }: Link) {
  const operation = place.compilation.operations.get(submittedOn(place, page) ?? '')
  const { type, action = '' } = operation?.content ?? {}
  const isShown = type !== undefined && type === place.type?.name && params.id === '{item.id}'
  return isShown && CHANGING.includes(action) ? toAccess(operation) : {}
}

/** Returns the operation to which a form page submits. */
function submittedOn({ compilation }: Pick<PageContext, 'compilation'>, page: string): string | undefined {
  const { submit } = (compilation.context.of('page').get(page)?.value ?? {}) as {
    readonly submit?: WrittenSource
  }
  return typeof submit === 'string' ? submit : submit?.operation
}

/** The prefix of a relation to the parent of an item. */
const ABOVE = 'parent.'

/**
 * Checks that the submission policy of the parent admits the user who submits a child, and that this user may take
 * the transition to which the submission leads.
 */
function checkParentTransition(
  place: PageContext,
  path: Path,
  link: Link,
  when: Condition | undefined,
): void {
  const { compilation, document, type } = place
  const { roles } = compilation.context
  const below = compilation.contentTypes.get(
    compilation.operations.get(submittedOn(place, link.page) ?? '')?.content?.type ?? '',
  )
  const relations = requiredTexts(when, 'item.relations')
  const { ref } = below?.fields.find(({ name }) => name === below.parent) ?? {}
  if (!type || !below || !relations || ref !== type.name) return
  const { takes, admission: submissionPolicy } = below
  const to = takes?.steps[String(link.params[takes.field])]
  const states = requiredTexts(when, 'item.status')
  const ways = type.lifecycle.transitions.filter(
    (step) => step.to === to && (!states || step.from.some((state) => states.includes(state))),
  )
  const by = ways.flatMap((step) => step.by)
  const shut = relations.filter(
    (relation) =>
      (by.length > 0 && !by.includes(relation)) ||
      submissionPolicy?.not?.includes(`${ABOVE}${relation}`) ||
      (submissionPolicy?.by?.every(isRelation) && !submissionPolicy.by.includes(`${ABOVE}${relation}`)),
  )
  if (shut.length === 0 || by.some((one) => !isRelation(one))) return
  const whom = by.length > 0 ? `：应只对${by.map((one) => audienceTitle(roles, one)).join('、')}显示` : ''
  compilation.context.report(document, [...path, 'when', 'item.relations'], {
    slug: 'taken_by',
    message: `按钮${relations.length > shut.length ? '也' : '只'}对${shut.map((one) => audienceTitle(roles, one)).join('、')}显示，但其不能在“${type.title}”下提交“${below.title}”${whom}`,
    found: shut.join(', '),
    ...(by[0] === undefined ? {} : { expected: by[0] }),
  })
}

/** `path` is that of the action that opens the link. */
function checkParentState(place: PageContext, path: Path, link: Link, when: Condition | undefined): void {
  const { compilation, document, type } = place
  checkParentTransition(place, path, link, when)
  const operation = compilation.operations.get(submittedOn(place, link.page) ?? '')
  const { takes } = compilation.contentTypes.get(operation?.content?.type ?? '') ?? {}
  const code = takes && link.params[takes.field]
  const to = takes?.steps[String(code)]
  const states = requiredTexts(when, 'item.status')
  if (!type || !takes || to === undefined || !states) return
  const from = type.lifecycle.transitions.flatMap((step) => (step.to === to ? step.from : []))
  const shut = states.filter((state) => Object.hasOwn(type.lifecycle.states, state) && !from.includes(state))
  if (shut.length === 0) return
  const titles = shut.map((state) => type.lifecycle.states[state]?.title)
  const known = Object.entries(takes.steps).flatMap(([value, state]) => {
    const ways = type.lifecycle.transitions.flatMap((step) => (step.to === state ? step.from : []))
    return states.every((one) => ways.includes(one)) ? [value] : []
  })
  compilation.context.report(document, [...path, 'params', takes.field], {
    slug: 'taken_state',
    message: `按钮在状态“${titles.join('、')}”下也显示，此时“${type.title}”却不能变为“${type.lifecycle.states[to]?.title ?? to}”（${takes.field} = ${String(code)}）`,
    found: String(code),
    known,
  })
}
