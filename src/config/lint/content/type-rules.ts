// Rules over content types: owners, readers of personal fields, followers, references that guard their target, review.

import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import type { Place } from '#config/load/place.ts'
import { isPersonal, isSecret } from '#shared/access/personal-fields.ts'
import {
  type Audience,
  audienceTitle,
  GRANTS,
  isGranted,
  isInAudience,
  isRelation,
  toRoleCaller,
} from '#shared/access/roles.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

/** Some type must refer to the followed one, and everybody must see it. */
const follow = defineRule('type', ({ at, type }, { contentTypes }) => {
  const isReferred = contentTypes.some(({ fields }) =>
    fields.some(({ ref, visible }) => ref === type.name && visible === undefined),
  )
  if (type.follow && !isReferred) at.at('follow').report('follow_nothing', { key: true, type })
})

/** Owners read their own items, and a limit of readers limits somebody. */
const ownerReads = defineRule('type', ({ at, type: { disclosure, title, fields } }) => {
  const { otherwise = [] } = disclosure ?? {}
  if (disclosure && !otherwise.includes('owner') && !otherwise.includes('anyone'))
    at.at('disclosure', 'otherwise').report('disclosure_owner', { expected: 'owner', title })
  for (const field of fields) {
    const { name, visible = [] } = field
    const index = visible.indexOf('anyone')
    // A single `anyone` on a phone number says that the number is meant to be called by all.
    const isMeant = visible.length === 1 && isPersonal(field) && !isSecret(field)
    if (index >= 0 && !isMeant)
      at.at('fields', 'properties', name, 'x-visible', index).report('visible_all', {
        found: 'anyone',
        name,
      })
  }
})

/** A type whose rules depend on an owner has one. */
const owners = defineRule('operation', ({ at, operation: { id, access, content }, type }) => {
  if (!type) return
  const place = at.at('access')
  if (content?.action === 'add' && access.includes('owner'))
    place.report('owner_early', {
      found: 'owner',
      expected: 'participant',
      endpoint: id.slice(id.indexOf('.') + 1),
      type,
    })
  const wanting = access.includes('anyone') && isAdding(content?.action) ? ownerUse(type) : undefined
  if (wanting !== undefined)
    place.report('owner_none', { found: 'anyone', expected: 'participant', type, wanting })
})

const isAdding = (action: string | undefined): boolean => action === 'add' || action === 'save'

/** Returns the part of the type that depends on its owner, in words; undefined if there is none. */
function ownerUse({ distinct, limits, lifecycle, fields }: ContentType): string | undefined {
  if (distinct) return '用 distinct 限定同一发布者不得重复'
  if (limits?.perPerson) return '用 perPerson 限定同一发布者的份数'
  const filled = fields.find(({ from }) => from?.startsWith('owner'))
  if (filled) return `的“${filled.title}”取自发布者`
  const step = lifecycle.transitions.find(({ by }) => by.length === 1 && by[0] === 'owner')
  return step && `的“${step.title}”由发布者进行`
}

/** A number by which somebody is called, beside the name of the same person. */
const NUMBER = /^(.*)(?:Mobile|Phone|Tel)$/
const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

/** Personal fields, and what is between two parties, are not open to everybody merely because no access is declared. */
const personalAccess = defineRule('type', ({ at, type }, lint) => {
  for (const field of type.fields) {
    if (field.visible !== undefined || field.system || field.of !== undefined) continue
    const problem = wrongWith(lint, type, field)
    if (problem === undefined) continue
    const orEverybody = isPersonal(field) && !isSecret(field) ? '，确需公开的写 ["anyone"]' : ''
    at.at('fields', 'properties', field.name).report('personal_open', {
      found: field.name,
      key: true,
      type,
      field,
      problem,
      or: orEverybody,
    })
  }
})

function wrongWith({ roles }: Lint, type: ContentType, field: Field): string | undefined {
  const { name } = field
  const reader = othersWhoRead(type)
  if (isSecret(field) && reader !== undefined)
    return `加密保存的内容却会显示给${audienceTitle(roles, reader)}`
  const [, prefix] = NUMBER.exec(name) ?? []
  const sibling = prefix
    ? type.fields.find((one) => [`${prefix}Name`, prefix].includes(one.name) && one.visible !== undefined)
    : undefined
  if (sibling) return `同一人的“${sibling.title}”限定了可见范围，电话却公开`
  if (field.type === 'mobile' && reader !== undefined)
    return `手机号码会显示给${audienceTitle(roles, reader)}`
  if (type.disclosure && !field.search && !field.filter && name !== type.parent && name !== type.heading)
    return '内容公开时会一并公开，而该字段不用于检索（x-search）或筛选（x-filter）'
  return undefined
}

/**
 * Returns the audience that reads the item in some state, besides its owner and the roles that the lifecycle itself
 * trusts with it.
 */
const othersWhoRead = ({ lifecycle }: ContentType): Audience | undefined =>
  Object.values(lifecycle.states)
    .flatMap(({ readers }) => readers ?? ['anyone'])
    .find((audience) => EVERYBODY.includes(audience) || (audience !== 'owner' && isRelation(audience)))

/** References that keep their target from being deleted (`x-holds`), or demand something of it (`x-demands`). */
const referentialGuards = defineRule('type', ({ at, type }, { typeOf }) => {
  for (const field of type.fields) {
    const place = at.at('fields', 'properties', field.name)
    if (field.demands) checkDemands(place.at('x-demands'), field, typeOf.get(field.ref ?? ''))
    if (field.holds) checkHolds(place.at('x-holds'), type, field, typeOf.get(field.ref ?? ''))
  }
})

function checkHolds(at: Place, owner: ContentType, field: Field, target: ContentType | undefined): void {
  const { name, type, ref, holds = [] } = field
  const { lifecycle } = owner
  if (type === 'ref' && ref === undefined) {
    at.report('holds_place.later', { name })
    return
  }
  const there = Object.keys(lifecycle.states).filter((state) => !isDeletedState(lifecycle, state))
  for (const [index, state] of holds.entries())
    at.at(index).expect(there, state, `state_unknown.${lifecycle.states[state] ? 'gone' : 'type'}`, {
      type: owner,
      state: lifecycle.states[state],
    })
  if (target && !Object.values(target.lifecycle.states).some(({ gone: isDeleted }) => isDeleted))
    at.report('holds_place.idle', { name, target })
}

function checkDemands(at: Place, { name, from, demands }: Field, target: ContentType | undefined): void {
  if (from !== 'step') at.report('demands_place.source', { name })
  else if (!target) at.report('demands_place.later', { name })
  else if (demands)
    checkItemCondition(at.context, at.document, [...at.path, 'when'], demands.when, target.fields)
}

/** Field types whose text people write in their own words. */
const WORDED: readonly Field['type'][] = ['long-text', 'rich-text']

/**
 * Returns the audiences that take an item from the state in which its changes wait to this one; undefined if that
 * depends on the item.
 */
function reviewersOf({ lifecycle }: ContentType, state: string): readonly Audience[] | undefined {
  const waits = lifecycle.states[state]?.edited
  if (waits === undefined) return undefined
  const by = lifecycle.transitions
    .filter(({ from, to }) => to === state && from.includes(waits))
    .flatMap((step) => step.by)
    .filter((audience) => audience !== 'owner')
  return by.length === 0 || by.some(isRelation) ? undefined : by
}

/** No call adds an item in a state into which its changes come by review only. */
const addedUnreviewed = defineRule(
  'operation',
  ({ at, operation: { id, access, content }, type }, { roles }) => {
    if (!type || content?.action !== 'add') return
    const { states, initial } = type.lifecycle
    const { status } = content.fixed
    const start = typeof status === 'string' ? status : initial
    const reviewers = reviewersOf(type, start)
    if (!reviewers) return
    const around = roles.filter((role) => {
      const caller = toRoleCaller(role)
      const examines = isInAudience(caller, reviewers) || isGranted(caller, GRANTS.moderate)
      return isInAudience(caller, access) && !examines
    })
    if (around.length === 0) return
    const waits = states[start]?.edited ?? ''
    const place = status === undefined ? at : at.at('fixed', 'status')
    place.report('added_unreviewed', {
      found: start,
      expected: waits,
      key: status === undefined,
      who: around.map(({ title }) => title),
      id,
      state: states[start],
    })
  },
)

/** Setting leaves an item in its state, and everybody reads at once what its owner has set. */
const setUnreviewed = defineRule('operation', ({ at, operation: { access, content }, type }) => {
  if (!type || content?.action !== 'set' || !access.includes('owner')) return
  const { states } = type.lifecycle
  const reviewed = Object.keys(states).find((state) => states[state]?.public && reviewersOf(type, state))
  if (reviewed === undefined) return
  for (const [index, name] of (content.fields ?? []).entries()) {
    const field = type.fields.find((one) => one.name === name)
    if (!field || field.visible !== undefined) continue
    if (name !== type.heading && !WORDED.includes(field.type)) continue
    at.at('fields', index).report('set_unreviewed', { found: name, field, state: states[reviewed] })
  }
})

export const typeRules: readonly Rule[] = [
  referentialGuards,
  follow,
  ownerReads,
  owners,
  addedUnreviewed,
  setUnreviewed,
  personalAccess,
]
