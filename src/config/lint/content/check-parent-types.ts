// Checks parent types: no type is its own ancestor by way of others, and each has the fields that are read of it.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'

const findParentField = ({ parent, fields }: ContentType) => fields.find(({ name }) => name === parent)

/**
 * Reports cycles of types. A type may be its own parent, as branches are; of two that are each other's parent no
 * first item can exist.
 */
export function checkParents(context: Context, types: ReadonlyMap<string, ContentType>): void {
  const ways = new Map(
    [...types.values()].map((type) => {
      const { ref } = findParentField(type) ?? {}
      return [type.name, new Set(ref === undefined || ref === type.name ? [] : [ref])]
    }),
  )
  for (const ring of findCycles(ways)) {
    // The type that asks for the least of its parent was added last: report the cycle there.
    const cycleTypes = ring.slice(1).map((name) => types.get(name))
    const [own] = [...cycleTypes].sort((a, b) => weightOf(a) - weightOf(b))
    const document = context.of('content').get(own?.name ?? '')
    if (!own || !document) continue
    context.report(document, ['parent'], {
      slug: 'parent_ring',
      message: `内容类型的上级构成循环：${ring.map((name) => `“${types.get(name)?.title ?? name}”`).join(' → ')}，均无法提交：请去掉其中一个 parent`,
      found: own.parent ?? '',
    })
  }
}

/** How much is said of what is above. */
function weightOf(type: ContentType | undefined): number {
  if (!type) return Number.POSITIVE_INFINITY
  const { admission: submissionPolicy, disclosure, takes, advances } = type
  const ruleCount = [submissionPolicy, disclosure, takes, advances].filter((one) => one !== undefined).length
  return ruleCount + (findParentField(type)?.required ? 1 : 0) + collectParentFields(type).size
}

/** The fields that it has above it, as it says. */
function collectParentFields({
  disclosure,
  admission: submissionPolicy,
  advances = {},
  fields,
}: ContentType): ReadonlySet<string> {
  const taken = fields.flatMap(({ from }) =>
    from?.startsWith('parent.') && from !== 'parent.owner' ? [from.slice('parent.'.length)] : [],
  )
  return new Set([
    ...(disclosure ? [disclosure.field] : []),
    ...(submissionPolicy?.until === undefined ? [] : [submissionPolicy.until]),
    ...Object.keys(submissionPolicy?.except ?? {}),
    ...Object.values(advances).map(({ field }) => field),
    ...taken,
  ])
}

/** From so many fields on that it does not have, it is another type that was meant. */
const SEVERAL = 2

/**
 * Returns true, and reports it where the parent is named, if all fields read of the parent belong to another type.
 */
export function isOtherMeant(
  context: Context,
  document: Document,
  type: ContentType,
  parent: ContentType,
  types: ReadonlyMap<string, ContentType>,
): boolean {
  const parentFields = [...collectParentFields(type)]
  const lacking = (one: ContentType) =>
    parentFields.filter((name) => !one.fields.some((field) => field.name === name))
  const missing = lacking(parent)
  if (missing.length < SEVERAL) return false
  const [meant] = [...types.values()].filter((one) => one !== type && lacking(one).length === 0)
  if (!meant) return false
  context.report(document, ['fields', 'properties', type.parent ?? '', 'x-ref'], {
    slug: 'parent_other',
    message: `上级（parent）是“${parent.title}”，没有此处所写的字段 ${missing.join('、')}，“${meant.title}”（${meant.name}）才有：请改为引用后者`,
    found: parent.name,
    expected: meant.name,
  })
  return true
}
