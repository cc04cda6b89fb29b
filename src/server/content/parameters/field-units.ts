// Lists the kind and the unit of the values of a configuration.
import type { Path } from '#config/load/document.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { buildParameterPlan, isNumber } from './parameter-plan.ts'

export interface FieldUnit {
  readonly type: string
  /** Empty for fields that all items of the type have. */
  readonly setId: string
  readonly key: string
  readonly kind: 'number' | 'boolean' | 'text'
  /** Empty where there is none. */
  readonly unit: string
}

export interface WrittenMeasure extends FieldUnit {
  readonly title: string
  /** Field of an item that chooses its set, and the one that holds its parameters; absent for fields of the type. */
  readonly within?: { readonly chooser: string; readonly holder: string }
  readonly file: string
  readonly path: Path
}

/** Numbers of types, and all parameters of the last level, where items are. */
export function fieldUnits(model: Model): WrittenMeasure[] {
  return model.contentTypes.flatMap((type) => [...ownMeasures(type), ...parameterMeasures(model, type)])
}

function ownMeasures({ name: type, fields }: ContentType): WrittenMeasure[] {
  const file = `schemas/content/${type}.json`
  return fields
    .filter((field) => isNumber(field) && !field.system)
    .map((field) => ({
      ...toMeasure(type, '', field),
      file,
      path: ['fields', 'properties', field.name],
    }))
}

function parameterMeasures(model: Model, type: ContentType): WrittenMeasure[] {
  const plan = buildParameterPlan(model, type)
  if (!plan) return []
  const within = { chooser: plan.chooser.name, holder: plan.field.name }
  return plan.family.sets
    .filter(({ isLast }) => isLast)
    .flatMap(({ id, fields, groups }) =>
      fields.map((field) => ({
        ...toMeasure(type.name, id, field),
        within,
        file: `schemas/parameters/${plan.family.name}/${id}.json`,
        path: [
          'groups',
          groups.findIndex((group) => group.fields.includes(field.name)),
          'fields',
          field.name,
        ],
      })),
    )
}

function toMeasure(type: string, setId: string, field: Field): FieldUnit & Pick<WrittenMeasure, 'title'> {
  const { name: key, title, unit = '' } = field
  const kind = isNumber(field) ? 'number' : field.type === 'boolean' ? 'boolean' : 'text'
  return { type, setId, key, kind, unit, title }
}
