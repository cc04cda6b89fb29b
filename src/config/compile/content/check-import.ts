// Checks `import`: a table can hold all required fields of an item, and identify existing items.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { fitsCell } from '#shared/forms/import-columns.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

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
  const refuse = (slug: string, message: string, found?: string) =>
    here.at('import').report({ slug, message, key: true, ...(found ? { found } : {}) })
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
    here.at('import', 'same').report({
      slug: 'import_same_few',
      message: isOfFew
        ? `判断重复只依据 ${written.import.same.join('、')}，许多内容的取值相同，后一行会取代前一行：请加上名称等各不相同的字段`
        : `判断重复只依据 ${written.import.same.join('、')}，均为选填，未填的各行无法区分：请加上必填字段`,
      found: written.import.same.join(', '),
      key: true,
    })
  for (const [index, name] of written.import.same.entries()) {
    const field = own.find((one) => one.name === name)
    if (!field)
      here.at('import', 'same', index).report({
        slug: 'field_unknown',
        message: `判断重复的字段“${name}”没有定义`,
        found: name,
        known: own.map((known) => known.name),
      })
    else if (!isCellInput(field))
      here.at('import', 'same', index).report({
        slug: 'import_same',
        message: `判断重复的字段“${name}”须由发布者在一个单元格内填写，不能是多选、文件、加密或由系统填写的字段`,
        found: field.type,
      })
  }
}
