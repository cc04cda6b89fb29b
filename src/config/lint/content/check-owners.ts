// Checks ownership: a type whose rules depend on an owner has one, and owners read their own items.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isPersonal, isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** `operations` are those of the type. */
export function checkOwners(
  context: Context,
  document: Document,
  type: ContentType,
  operations: readonly Operation[],
): void {
  checkOwnerReads(context, document, type)
  for (const field of type.fields) checkLimitsSomebody(context, document, field)
  for (const { id, access, content } of operations) {
    const name = id.slice(id.indexOf('.') + 1)
    if (content?.action === 'add' && access.includes('owner'))
      context.report(document, ['endpoints', name, 'access'], {
        slug: 'owner_early',
        message: `“${name}”用于新增“${type.title}”，此时尚无发布者本人（owner）：请写 participant 或角色`,
        found: 'owner',
        expected: 'participant',
      })
    if (!access.includes('anyone') || !['add', 'save'].includes(content?.action ?? '')) continue
    const wanting = ownerOf(type)
    if (wanting === undefined) continue
    context.report(document, ['endpoints', name, 'access'], {
      slug: 'owner_none',
      message: `“${type.title}”${wanting}，未登录用户新增的内容却没有发布者：access 不能是 anyone，请写 participant 或角色`,
      found: 'anyone',
      expected: 'participant',
    })
  }
}

/** Returns the part of the type that depends on its owner, in words; undefined if there is none. */
function ownerOf({ distinct, lifecycle, fields }: ContentType): string | undefined {
  if (distinct) return '用 distinct 限定同一发布者不得重复'
  const filled = fields.find(({ from }) => from?.startsWith('owner'))
  if (filled) return `的“${filled.title}”取自发布者`
  const step = lifecycle.transitions.find(({ by }) => by.length === 1 && by[0] === 'owner')
  return step && `的“${step.title}”由发布者进行`
}

function checkOwnerReads(context: Context, document: Document, { disclosure, title }: ContentType): void {
  const { otherwise = [] } = disclosure ?? {}
  if (!disclosure || otherwise.includes('owner') || otherwise.includes('anyone')) return
  context.report(document, ['disclosure', 'otherwise'], {
    slug: 'disclosure_owner',
    message: `“${title}”不公开时发布者本人也看不到：otherwise 须包含 owner`,
    expected: 'owner',
  })
}

/**
 * Refuses a field visible to everybody: such a limit limits nothing. A single `anyone` on a phone number is allowed,
 * since it says that the number is meant to be called by all.
 */
function checkLimitsSomebody(context: Context, document: Document, field: Field): void {
  const { name, visible = [] } = field
  const index = visible.indexOf('anyone')
  const isMeant = visible.length === 1 && isPersonal(field) && !isSecret(field)
  if (index < 0 || isMeant) return
  context.report(document, ['fields', 'properties', name, 'x-visible', index], {
    slug: 'visible_all',
    message: `字段“${name}”的 x-visible 写了 anyone，不起限制作用：请写明可见的受众，或删去 x-visible`,
    found: 'anyone',
  })
}
