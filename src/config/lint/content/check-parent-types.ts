// Owns the rules about the type that items lie under: none lies under itself by way of others, and it has what is said of it.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'

const findParentField = ({ parent, fields }: ContentType) => fields.find(({ name }) => name === parent)

/** A type may lie under its own kind, as branches do; two that lie under each other have no first item. */
export function checkParents(context: Context, types: ReadonlyMap<string, ContentType>): void {
  const ways = new Map(
    [...types.values()].map((type) => {
      const { ref } = findParentField(type) ?? {}
      return [type.name, new Set(ref === undefined || ref === type.name ? [] : [ref])]
    }),
  )
  for (const ring of findCycles(ways)) {
    // What was added last asks for nothing above it.
    const cycleTypes = ring.slice(1).map((name) => types.get(name))
    const [own] = [...cycleTypes].sort((a, b) => weightOf(a) - weightOf(b))
    const document = context.of('content').get(own?.name ?? '')
    if (!own || !document) continue
    context.report(document, ['parent'], {
      slug: 'parent_ring',
      message: `内容类型的上级构成循环：${ring.map((name) => `“${types.get(name)?.title ?? name}”`).join(' → ')}，没有一种能先提交：请去掉其中一个 parent`,
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

/** Whether all of what is said of the type above is said of another one; told where that is named. */
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
    message: `上级（parent）是“${parent.title}”，这里说到的它的字段 ${missing.join('、')} 它都没有，“${meant.title}”（${meant.name}）才有：应是引用它`,
    found: parent.name,
    expected: meant.name,
  })
  return true
}
