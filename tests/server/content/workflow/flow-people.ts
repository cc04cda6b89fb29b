// Provides who asks in the tests that are made from lifecycles, and an own reading of what the files allow them.

import { audiencesOf } from '#shared/access/field-read-access.ts'
import type { RoleModel } from '#shared/access/roles.ts'
import { type Condition, evaluateCondition } from '#shared/expressions/condition.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export interface Person {
  readonly id: string
  readonly role: RoleModel
  /** Code of the area that he is at home in. */
  readonly region?: string
}

/** What is known of the item that somebody acts on. */
export interface Known {
  readonly status: string
  readonly ownerId: string
  readonly parentOwnerId: string | null
  readonly parentStatus: string | null
  readonly revision: number
  readonly approvedRevision: number | null
  readonly leftStatus: string | null
  readonly body: Readonly<Record<string, unknown>>
  /** Who has taken steps that need several, since it came into its state; by action. */
  readonly votes: Readonly<Record<string, readonly string[]>>
  /** Code of the area that the item lies in. */
  readonly region: string | null
  /** Fields of the item, and with `parent.` before them of the one above, that name accounts; with whom they name. */
  readonly parties: Readonly<Record<string, string | null>>
}

/** Whether one of the audiences is the person's: by what they are called in the files, in a few lines. */
export function belongs(person: Person | null, audiences: readonly string[], item?: Known): boolean {
  return audiences.some((who) => {
    if (who === 'anyone') return true
    if (!person) return false
    const { id, role } = person
    const isAuditor = role.grants.includes('examine')
    if (who === 'registered') return true
    if (who === 'participant') return !isAuditor
    if (who === 'owner') return item?.ownerId === id
    if (who === 'parent.owner') return item?.parentOwnerId === id
    if (who.includes('party:')) return item?.parties[who.replace('party:', '')] === id
    if (who.startsWith('region:'))
      return isNear(person.region, item?.region) && belongs(person, [who.slice(7)])
    return who === role.name || (who.startsWith('grant:') && role.grants.includes(who.slice(6)))
  })
}

/** One of the two areas lies in the other; their codes grow longer from province to district. */
function isNear(one: string | undefined, other: string | null | undefined): boolean {
  if (!one || !other) return false
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) === other.slice(0, length)
}

/** The fields by which the lifecycle calls parties, of the item and of the one above. */
export function partiesOf({ lifecycle }: ContentType): readonly string[] {
  const named = [
    ...Object.values(lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...lifecycle.transitions.flatMap(({ by, not = [], readers = [] }) => [
      ...by,
      ...not,
      ...audiencesOf(readers),
    ]),
  ]
  const fields = named.filter((who) => who.includes('party:')).map((who) => who.replace('party:', ''))
  return [...new Set(fields)]
}

/** The audiences whose region is asked for. */
export function regionalOf({ lifecycle }: ContentType): readonly string[] {
  const named = lifecycle.transitions.flatMap(({ by, not = [] }) => [...by, ...not])
  return [...new Set(named.filter((who) => who.startsWith('region:')).map((who) => who.slice(7)))]
}

/** Where the step leads that the file opens to the person; undefined where there is none. */
export function allowed(
  type: ContentType,
  operation: Operation,
  person: Person | null,
  item: Known,
): string | undefined {
  const { states, transitions } = type.lifecycle
  if (!person || !belongs(person, operation.access, item)) return undefined
  const readers = states[item.status]?.readers ?? ['anyone']
  if (!belongs(person, readers, item)) return undefined
  const step = transitions.find(
    (one) => one.action === operation.content?.action && isOpen(one, person, item),
  )
  if (!step) return undefined
  const voted = item.votes[step.action] ?? []
  if (step.quorum !== undefined && voted.includes(person.id)) return undefined
  if (step.quorum !== undefined && voted.length + 1 < step.quorum) return item.status
  return item.leftStatus !== null && step.back?.includes(item.leftStatus) ? item.leftStatus : step.to
}

function isOpen(step: Transition, person: Person, item: Known): boolean {
  const isApproved = item.approvedRevision === item.revision
  return (
    step.from.includes(item.status) &&
    belongs(person, step.by, item) &&
    !belongs(person, step.not ?? [], item) &&
    (step.approved === undefined || step.approved === isApproved) &&
    (step.parent === undefined || (item.parentStatus !== null && step.parent.includes(item.parentStatus))) &&
    (step.when === undefined || isMet(step.when, person, item))
  )
}

function isMet(when: Condition, { id, role }: Person, { status, body }: Known): boolean {
  const user = { id, role: role.name, type: role.name, grants: role.grants, signedIn: true }
  return evaluateCondition(when, { item: { ...body, status }, user })
}

/** One type for each lifecycle, with the calls of its steps: the one that has most of them. */
export function typesWithSteps({ contentTypes, operations }: Model) {
  const found = new Map<string, { readonly type: ContentType; readonly calls: readonly Operation[] }>()
  for (const type of contentTypes) {
    const verbs = new Set(type.lifecycle.transitions.map(({ action }) => action))
    const own = operations.filter(({ content }) => content?.type === type.name && verbs.has(content.action))
    const calls = [...verbs].flatMap((verb) => own.find(({ content }) => content?.action === verb) ?? [])
    const best = found.get(type.lifecycle.name)
    if (calls.length > (best?.calls.length ?? 0)) found.set(type.lifecycle.name, { type, calls })
  }
  return [...found.values()]
}
