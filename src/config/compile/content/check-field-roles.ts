// Checks what the fields of a content type are used for: heading, category, search and order, import from tables.

import { findField } from '#config/compile/common/find-field.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Code } from '#config/load/codes.ts'
import type { Place } from '#config/load/place.ts'
import { isDate } from '#shared/formats/dates.ts'
import { fitsCell } from '#shared/forms/import-columns.ts'
import type { Field, FieldType, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const ROLES: Readonly<Record<'heading' | 'category', readonly [title: string, types: readonly FieldType[]]>> =
  {
    heading: [
      '标题',
      ['text', 'long-text', 'dict', 'ref', 'region', 'date', 'date-time', 'integer', 'number'],
    ],
    category: ['类目', ['dict', 'dict-list', 'text', 'ref', 'region']],
  }
/**
 * The number of days for which an ended period is not reported. A period that ended earlier is out of use; one that
 * ended lately may be opened again.
 */
const DAYS_KEPT = 366

export function checkFieldRoles(here: Place<WrittenContentType>, fields: ReadonlyMap<string, Field>): void {
  const written = here.document.value
  for (const key of ['heading', 'category'] as const) {
    const field = fields.get(written[key] ?? '')
    const [title, types] = ROLES[key]
    if (field && !types.includes(field.type))
      here
        .at(key)
        .report(
          'role_type',
          `字段“${field.name}”（${field.title}）的类型是 ${field.type}，不能用作${title}（${key}），可以用 ${types.join('、')} 类型的字段`,
          { found: field.type },
        )
  }
  checkPeriod(here)
}

function checkPeriod(here: Place<WrittenContentType>): void {
  const { period = {} } = here.document.value
  for (const key of ['from', 'until'] as const) {
    const day = period[key]
    if (day !== undefined && !isDate(day))
      here.at('period', key).report('value_format', `没有“${day}”这一天，日期写作 2026-01-31`, { found: day })
  }
  const { until } = period
  const limit = new Date(Date.now() - DAYS_KEPT * 86_400_000).toISOString().slice(0, 10)
  if (until !== undefined && isDate(until) && until < limit)
    here
      .at('period', 'until')
      .report('period_over', `提交时间已于 ${until} 截止，距今一年以上，无人能再提交：请改正日期`, {
        found: until,
      })
}

export function checkPublicFields(here: Place, fields: readonly Field[], heading: Field | undefined): void {
  if (heading?.visible !== undefined)
    here
      .at('fields', 'properties', heading.name, 'x-visible')
      .report(
        'heading_private',
        `“${heading.title}”（${heading.name}）是标题（heading），在列表、检索与通知中公开显示，x-visible 不起作用：请去掉 x-visible，或换用其他标题字段`,
        { found: heading.name, key: true },
      )
  for (const { name, title, filter, sort, search, visible } of fields) {
    if (visible === undefined) continue
    const at = here.at('fields', 'properties', name)
    for (const [key, isEnabled, verb] of [
      ['x-filter', filter, '筛选'],
      ['x-sort', sort, '排序'],
    ] as const)
      if (isEnabled)
        at.at(key).report(
          'order_private',
          `“${title}”（${name}）不是公开字段（x-visible），接口不会按其${verb}：请去掉其一`,
          { found: name, key: true },
        )
    if (search !== undefined && name !== heading?.name)
      at.at('x-search').report(
        'search_private',
        `“${title}”（${name}）不是公开字段（x-visible），不参与检索，x-search 不起作用：请去掉其一`,
        { found: name, key: true },
      )
  }
}

/** Many items have the same. */
const FEW: ReadonlySet<Field['type']> = new Set(['dict', 'boolean', 'region', 'ref'])

/** Returns true if the submitter can enter the field in one cell. */
const isCellInput = (field: Field): boolean =>
  fitsCell(field) && !field.type.endsWith('-list') && field.from === undefined

type Written = Pick<WrittenContentType, 'import' | 'parent' | 'admission' | 'takes' | 'distinct'>

interface Compiled {
  readonly own: readonly Field[]
  readonly form: Pick<FormModel, 'fields'>
  readonly operations: readonly Pick<Operation, 'content'>[]
}

export function checkImport(here: Place, written: Written, { own, form, operations }: Compiled): void {
  if (!written.import) return
  const refuse = (slug: Code, message: string, found?: string) =>
    here.at('import').report(slug, message, { key: true, ...(found ? { found } : {}) })
  if (!operations.some(({ content }) => content?.action === 'add'))
    refuse(
      'import_unused',
      '写了批量导入（import），却没有新增接口（add），无法导入：请补充接口，或去掉 import',
    )
  for (const key of ['parent', 'admission', 'takes', 'distinct'] as const)
    if (written[key] !== undefined) refuse('import_parent', `写了 ${key} 的内容须逐件提交，不能批量导入`, key)
  for (const field of form.fields)
    if (field.required && !field.parameters && !fitsCell(field))
      refuse(
        'import_field',
        `必填字段“${field.name}”的类型是 ${field.type}，无法在单元格中填写，不能批量导入`,
        field.type,
      )
  const known = written.import.same.flatMap(
    (name) => own.find((one) => one.name === name && isCellInput(one)) ?? [],
  )
  const isOfFew = known.length > 0 && known.every(({ type, schema }) => FEW.has(type) || schema.enum)
  if (known.length === written.import.same.length && (isOfFew || known.every(({ required }) => !required)))
    here
      .at('import', 'same')
      .report(
        'import_same_few',
        isOfFew
          ? `判断重复只依据 ${written.import.same.join('、')}，许多内容的取值相同，后一行会取代前一行：请加上名称等各不相同的字段`
          : `判断重复只依据 ${written.import.same.join('、')}，均为选填，未填的各行无法区分：请加上必填字段`,
        { found: written.import.same.join(', '), key: true },
      )
  for (const [index, name] of written.import.same.entries()) {
    const at = here.at('import', 'same', index)
    const field = findField(at, own, name, `判断重复的字段“${name}”没有定义`)
    if (field && !isCellInput(field))
      at.report(
        'import_same',
        `判断重复的字段“${name}”须由发布者在一个单元格内填写，不能是多选、文件、加密或由系统填写的字段`,
        { found: field.type },
      )
  }
}
