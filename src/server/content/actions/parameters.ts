// Returns the parameters of a category, or those that several categories have in common, in one unit.

import type { ContentActionHandler } from '#server/content/action.ts'
import { isNumber, type ParameterPlan } from '#server/content/parameters/parameter-plan.ts'
import { badParameter, readValues } from '#server/platform/calls/read-parameter.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { sharedBy } from '#shared/parameters/shared-parameters.ts'

const MAX_CATEGORIES = 20

export const parameters: ContentActionHandler = async ({ plan, params }) => {
  const { parameters: known } = plan
  if (!known) return []
  const name = params.categoryIds === undefined ? 'categoryId' : 'categoryIds'
  const ids = readValues(params, name, MAX_CATEGORIES)
  if (!ids) throw badParameter('categoryId', '请用 categoryId 写明一个类目，或用 categoryIds 写明多个类目')
  const sets = ids.map((id) => {
    const set = known.sets.get(id)
    if (!set) throw badParameter(name, `类目“${cutLetters(id, 40)}”不存在，可用的类目见类目接口`)
    return set
  })
  const [only] = sets
  const { groups, fields } = sets.length === 1 && only ? only : sharedBy(sets)
  const rows = fields.map((field, index) => toRow(known, field, ids, groups, index))
  return rows
}

function toRow(
  plan: ParameterPlan,
  field: Field,
  ids: readonly string[],
  groups: ParameterSet['groups'],
  index: number,
) {
  const { minimum, maximum } = field.schema as { readonly minimum?: number; readonly maximum?: number }
  const options = isNumber(field) || field.type === 'boolean' ? undefined : plan.choicesOf(field)
  return {
    id: `${ids.join('-')}-${field.name}`,
    categoryId: ids.join(','),
    key: field.name,
    name: field.title,
    unit: field.unit ?? null,
    type: isNumber(field) ? 'number' : field.type === 'boolean' ? 'bool' : options ? 'enum' : 'text',
    options: options ?? null,
    min: minimum ?? null,
    max: maximum ?? null,
    step: field.step ?? null,
    better: field.better ?? null,
    required: field.required,
    searchable: field.filter,
    sort: index + 1,
    group: groups.find((group) => group.fields.includes(field.name))?.title ?? null,
  }
}
