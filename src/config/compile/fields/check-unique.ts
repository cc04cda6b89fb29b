// Refuses a demand for uniqueness (`x-unique`) that cannot be enforced.

import { kindOf } from '#config/load/file-kinds.ts'
import type { Place } from '#config/load/place.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** Longer texts would not fit into the index that holds it. */
const MAX_LETTERS = 200

interface Demanding {
  readonly name: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema
}

export function checkUnique(here: Place, { name, raw, schema }: Demanding): void {
  const demand = raw['x-unique']
  if (demand === undefined || demand === false) return
  const report = (slug: string, message: string) =>
    here.at('x-unique').report({ slug, message, found: String(demand) })
  if (kindOf(here.document.path)?.kind.kind !== 'content') {
    if (demand === true)
      report(
        'unique_place',
        `表单字段“${name}”的 x-unique 须写判断值是否已被使用的操作，如 auth.mobileTaken；true 只用于内容类型`,
      )
    return
  }
  if (demand !== true)
    report('unique_place', `内容类型字段“${name}”的 x-unique 须写 true，由数据库保证不重复；操作名只用于表单`)
  else if (raw['x-from'] !== undefined)
    report('unique_place', `字段“${name}”由系统填写（x-from），填写人无法改正重复：请去掉 x-unique`)
  else if (typeof raw['x-dict'] !== 'string' && schema.enum !== undefined)
    report(
      'unique_few',
      `字段“${name}”为选项字段，不得重复（x-unique）会使每个选项全站只能用于一条内容：请去掉 x-unique`,
    )
  else if (typeof schema.maxLength === 'number' && schema.maxLength > MAX_LETTERS)
    report(
      'unique_length',
      `字段“${name}”最长 ${schema.maxLength} 字，不得重复（x-unique）的文字最长 ${MAX_LETTERS} 字，请写 maxLength`,
    )
}
