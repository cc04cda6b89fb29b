// Generates dictionaries: of content types, of types whose items users own, and of roles.

import type { WrittenContentType, WrittenDictionary } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { GRANTS, namesGrant, type RoleModel } from '#shared/access/roles.ts'

export const DATA_TYPES = 'dataType'
export const OWN_TYPES = 'ownType'
export const ROLE_DICTIONARY = 'role'
/** The roles of accounts that somebody else creates. */
export const STAFF_DICTIONARY = 'staffRole'

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
  ]
}

export function addRoleDictionaries(context: Context): readonly Document<WrittenDictionary>[] {
  const toItem = ({ name, title }: RoleModel) => ({ value: name, label: title })
  const staff = context.roles.filter(({ registers }) => registers === undefined)
  return [
    addDictionary(context, ROLE_DICTIONARY, '用户类型', context.roles.map(toItem)),
    addDictionary(context, STAFF_DICTIONARY, '管理账号类型', staff.map(toItem)),
  ]
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
