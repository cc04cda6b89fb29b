// Checks fields that the system fills from the parent item (`x-from`), and calls that name them.

import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

const PARENT = 'parent.'
const OWNER = 'owner'

export function checkSources(
  context: Context,
  document: Document,
  type: ContentType,
  parent: ContentType | undefined,
): void {
  const { fields } = type
  for (const field of fields) {
    if (field.from?.startsWith(PARENT)) checkSource(context, document, field, parent)
    if (field.follows) checkFollowing(context, document, type, field, parent)
  }
}

/**
 * Refuses `x-follows` on a field from which the database derives other values: these are written with the item, not
 * when the parent changes.
 */
function checkFollowing(
  context: Context,
  document: Document,
  { heading, category, region }: ContentType,
  { name, from, search }: Field,
  parent: ContentType | undefined,
): void {
  const source = from?.startsWith(PARENT) ? from.slice(PARENT.length) : OWNER
  const report = (message: string) =>
    context.report(document, ['fields', 'properties', name, 'x-follows'], { slug: 'follows_place', message })
  if (source === OWNER) report(`字段“${name}”不取自上级内容的字段（x-from 为 parent.字段），不能写 x-follows`)
  else if (search || [heading, category, region].includes(name))
    report(`字段“${name}”用于检索、标题、类别或地区，其值在提交时编入索引，不能写 x-follows`)
  else if (parent?.fields.find((one) => one.name === source)?.from)
    report(`上级内容的“${source}”由系统填写，字段“${name}”不能跟随：请改为由人填写的字段`)
}

/** Of a secret or restricted value it depends on who sees the field. */
const isClosed = (source: Field, field: Field): boolean =>
  isSecret(source) || (source.visible !== undefined && field.visible === undefined)

/** Returns true if the field may be filled from the source field. */
const canCopyFrom = (source: Field, field: Field): boolean =>
  findMisfit(source, field) === undefined && source.ref === field.ref && !isClosed(source, field)

function checkSource(
  context: Context,
  document: Document,
  field: Field,
  parent: ContentType | undefined,
): void {
  const path = ['fields', 'properties', field.name, 'x-from']
  const name = field.from?.slice(PARENT.length)
  if (!parent) {
    context.report(document, path, {
      slug: 'parent_missing',
      message: `字段“${field.name}”取自上级内容（${field.from}），须先用 parent 指明一个引用字段（x-ref）`,
    })
    return
  }
  if (name === OWNER) {
    if (field.type !== 'text')
      context.report(document, path, {
        slug: 'from_type',
        message: `字段“${field.name}”由系统填写上级内容发布者的账号编号（${field.from}），须为单行文字`,
        found: field.type,
      })
    return
  }
  const known = parent.fields.filter(({ system, of }) => !system && of === undefined)
  const source = known.find((one) => one.name === name)
  if (!source) {
    context.report(document, path, {
      slug: 'field_unknown',
      message: `上级内容“${parent.title}”没有字段“${name}”`,
      found: String(field.from),
      known: [
        ...(field.type === 'text' ? [OWNER] : []),
        ...known.filter((one) => canCopyFrom(one, field)).map((one) => one.name),
      ].map((one) => PARENT + one),
    })
    return
  }
  const misfit = findMisfit(source, field)
  if (misfit || source.ref !== field.ref)
    context.report(document, path, {
      slug: 'from_type',
      message: misfit?.message ?? `“${source.title}”与“${field.title}”引用的内容类型不同`,
      found: String(field.from),
    })
  if (isClosed(source, field))
    context.report(document, path, {
      slug: 'from_private',
      message: `上级内容的“${source.title}”不是公开字段，取自该字段的“${field.title}”也须用 x-visible 限定受众，且不能加密`,
      found: String(field.from),
    })
}

/**
 * Checks that the fields in `marks` are filled by the system: only such fields may be named besides the caller's own
 * answers.
 */
export function checkPreconditionFields(
  context: Context,
  document: Document<WrittenContentType>,
  { fields }: ContentType,
): void {
  const { endpoints } = document.value
  const filled = fields.filter(({ from }) => from !== undefined).map(({ name }) => name)
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const marks = typeof endpoint === 'string' ? [] : (endpoint.marks ?? [])
    for (const [index, mark] of marks.entries())
      if (!filled.includes(mark))
        context.report(document, ['endpoints', name, 'marks', index] satisfies Path, {
          slug: 'marks_unknown',
          message: `marks 只能写由系统填写（x-from）的字段，“${mark}”不是`,
          found: mark,
          known: filled,
        })
  }
}
