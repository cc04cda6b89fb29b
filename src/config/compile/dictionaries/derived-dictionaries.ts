// Generates dictionaries: of content types, of types whose items users own, of roles, of states, of webhook events.

import type { WrittenContentType, WrittenDictionary, WrittenLifecycle } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { GRANTS, isAssignable, namesGrant, type RoleModel } from '#shared/access/roles.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { webhookEventTitle } from '#shared/model/notice-model.ts'
import { STATE_DICTIONARY } from './check-state-titles.ts'

export const DATA_TYPES = 'dataType'
export const OWN_TYPES = 'ownType'
/** Content types, and what else waits in the inbox. */
export const QUEUE_TYPES = 'queueType'
export const ROLE_DICTIONARY = 'role'
/** The roles of accounts that somebody else creates. */
export const STAFF_DICTIONARY = 'staffRole'

/** The roles that accounts get beside their own. */
export const ASSIGNED_DICTIONARY = 'assignedRole'

/** Returns true if others than operators submit items of the type. */
function isSubmitted({ roles }: Context, { endpoints }: Pick<WrittenContentType, 'endpoints'>): boolean {
  return Object.entries(endpoints ?? {}).some(([name, endpoint]) => {
    const { action = name, access = undefined } = typeof endpoint === 'string' ? {} : endpoint
    const isForOthers =
      access === undefined || [access].flat().some((who) => !namesGrant(roles, [who], GRANTS.moderate))
    return (action === 'add' || action === 'save') && isForOthers
  })
}

/** Badges are what visitors know the types by. */
export function addDataTypes(context: Context): readonly Document<WrittenDictionary>[] {
  const known = [...context.of('content')].map(([value, { value: written }]) => ({
    item: { value, label: written.badge ?? written.title },
    written,
  }))
  // Invalid types remain in the dictionary, so that references to them are not reported.
  const invalidTypes = context.invalidIds('content').map((value) => ({ value, label: value }))
  const own = known.filter(({ written }) => isSubmitted(context, written))
  return [
    addDictionary(context, DATA_TYPES, '业务类型', [...known.map(({ item }) => item), ...invalidTypes]),
    addDictionary(context, OWN_TYPES, '本人内容的类型', [...own.map(({ item }) => item), ...invalidTypes]),
    ...addQueueTypes(context, [...known.map(({ item }) => item), ...invalidTypes]),
  ]
}

/** Where the portal names what waits beside items. */
function addQueueTypes(context: Context, types: Items): readonly Document<WrittenDictionary>[] {
  const kinds = context.of('dictionary').get(DICTIONARY.waitingKinds)?.value.items
  if (!kinds) return []
  context.used.add(`dictionary:${DICTIONARY.waitingKinds}`)
  return [addDictionary(context, QUEUE_TYPES, '待办类别', [...kinds, ...types])]
}

export function addRoleDictionaries(context: Context): readonly Document<WrittenDictionary>[] {
  const toItem = ({ name, title }: RoleModel) => ({ value: name, label: title })
  const staff = context.roles.filter(({ registers }) => registers === undefined)
  return [
    addDictionary(context, ROLE_DICTIONARY, '用户类型', context.roles.map(toItem)),
    addDictionary(context, STAFF_DICTIONARY, '管理账号类型', staff.map(toItem)),
    addDictionary(
      context,
      ASSIGNED_DICTIONARY,
      '可授予的角色',
      context.roles.filter(isAssignable).map(toItem),
    ),
  ]
}

/** Notices that go out to webhooks, their titles without the values of an item; none where a portal has no webhooks. */
export function addWebhookEvents(context: Context): readonly Document<WrittenDictionary>[] {
  const items = [...context.of('notice')].flatMap(([id, { value }]) =>
    value.channels?.includes('webhook') ? [{ value: id, label: webhookEventTitle(id, value.title) }] : [],
  )
  return items.length === 0 && !context.of('api').has('webhook')
    ? []
    : [addDictionary(context, DICTIONARY.webhookEvents, '推送的事件', items)]
}

export function addDictionary(
  context: Context,
  name: string,
  title: string,
  items: WrittenDictionary['items'],
): Document<WrittenDictionary> {
  const path = `schemas/dictionaries/${name}.json`
  const document: Document<WrittenDictionary> = { path, text: '', value: { title, items }, problems: [] }
  const dictionaries = new Map(context.of('dictionary')).set(name, document)
  context.documents.set('dictionary', dictionaries)
  context.used.add(`dictionary:${name}`)
  return document
}

type Items = WrittenDictionary['items']

const ACCOUNT_DICTIONARY = DICTIONARY.registration
/** The engine's own. */
const ACCOUNT_STATES = {
  pending: { label: '待审核', color: 'orange' },
  active: { label: '已启用', color: 'green' },
  refused: { label: '未通过', color: 'red' },
  blocked: { label: '已停用', color: 'grey' },
} as const

export function addStateDictionaries(
  context: Context,
  validDocuments: ReadonlySet<Document>,
): readonly Document<WrittenDictionary>[] {
  const isWritten = (name: string) =>
    context.of('dictionary').has(name) || context.isInvalid('dictionary', name)
  const states = statesOf(
    [...context.of('lifecycle').values()].filter((document) => validDocuments.has(document)),
  )
  return [
    ...(isWritten(STATE_DICTIONARY) || states.length === 0
      ? []
      : [addDictionary(context, STATE_DICTIONARY, '内容状态', states)]),
    ...(isWritten(ACCOUNT_DICTIONARY) || !context.roles.some(({ registers }) => registers)
      ? []
      : [addDictionary(context, ACCOUNT_DICTIONARY, '注册申请状态', accountStates())]),
  ]
}

/** The first lifecycle names a state; another that calls it otherwise is reported with the lifecycles. */
function statesOf(lifecycles: readonly Document<WrittenLifecycle>[]): Items {
  const named = new Map<string, Items[number]>()
  for (const { value } of lifecycles)
    for (const [state, { title, public: isPublic, gone: isDeleted, final }] of Object.entries(value.states)) {
      const color = isPublic ? 'green' : isDeleted || final ? 'grey' : 'orange'
      if (!named.has(state)) named.set(state, { value: state, label: title, color })
    }
  return [...named.values()]
}

const accountStates = (): Items =>
  Object.entries(ACCOUNT_STATES).map(([value, { label, color }]) => ({ value, label, color }))
