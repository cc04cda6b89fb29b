// Checks that personal fields, and what is between two parties, are not open to everybody merely because no access is
// declared.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isPersonal, isSecret } from '#shared/access/personal-fields.ts'
import { type Audience, audienceTitle, isRelation } from '#shared/access/roles.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

/** A number by which somebody is called, beside the name of the same person. */
const NUMBER = /^(.*)(?:Mobile|Phone|Tel)$/
const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']
const siblingNames = (prefix: string) => [`${prefix}Name`, prefix]

export function checkPersonalAccess(context: Context, document: Document, type: ContentType): void {
  for (const field of type.fields) {
    if (field.visible !== undefined || field.system || field.of !== undefined) continue
    const problem = wrongWith(context, type, field)
    if (problem === undefined) continue
    context.report(document, ['fields', 'properties', field.name], {
      slug: 'personal_open',
      message: `“${type.title}”的“${field.title}”（${field.name}）没有写 x-visible，${problem}：请写明可见的受众${orEverybody(field)}`,
      found: field.name,
      key: true,
    })
  }
}

/** Adds to a message how to declare a field that everybody is meant to call. */
const orEverybody = (field: Field) =>
  isPersonal(field) && !isSecret(field) ? '，确需公开的写 ["anyone"]' : ''

function wrongWith(context: Context, type: ContentType, field: Field): string | undefined {
  const { name } = field
  const reader = othersWhoRead(type)
  if (isSecret(field) && reader !== undefined)
    return `加密保存的内容却会显示给${audienceTitle(context.roles, reader)}`
  const [, prefix] = NUMBER.exec(name) ?? []
  const sibling = prefix
    ? type.fields.find((one) => siblingNames(prefix).includes(one.name) && one.visible !== undefined)
    : undefined
  if (sibling) return `同一人的“${sibling.title}”限定了可见范围，电话却公开`
  if (field.type === 'mobile' && reader !== undefined)
    return `手机号码会显示给${audienceTitle(context.roles, reader)}`
  if (type.disclosure && !field.search && !field.filter && name !== type.parent && name !== type.heading)
    return '内容公开时会一并公开，而该字段不用于检索（x-search）或筛选（x-filter）'
  return undefined
}

/**
 * Returns the audience that reads the item in some state, besides its owner and the roles that the lifecycle itself
 * trusts with it.
 */
function othersWhoRead({ lifecycle }: ContentType): Audience | undefined {
  return Object.values(lifecycle.states)
    .flatMap(({ readers }) => readers ?? ['anyone'])
    .find((audience) => EVERYBODY.includes(audience) || (audience !== 'owner' && isRelation(audience)))
}
