// Compiles parameter sets: the fields of the last level, and the fields that the levels above share.

import { checkSchema } from '#config/compile/common/check-schema.ts'
import { collectInnerAnnotations, compileField } from '#config/compile/fields/compile-field.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { isConvertible } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { ParameterFamily, ParameterGroup, ParameterSet } from '#shared/parameters/parameter-model.ts'
import { type Shared, sharedBy } from '#shared/parameters/shared-parameters.ts'
import { checkParameterUnits } from './check-parameter-units.ts'
import type { Branch, ParameterTree } from './parameter-tree.ts'

export function compileParameterSets(context: Context, tree: ParameterTree): ParameterFamily {
  const sets = new Map<string, ParameterSet>()
  // From the bottom, so that what is below is known.
  for (const branch of [...tree.branches].reverse()) {
    const { id, written, level } = branch
    const below = [...sets.values()].filter(({ parent }) => parent === id).reverse()
    const { groups, fields } = written.groups ? compileGroups(context, branch) : sharedBy(below)
    const { title, parent, measure, description } = written
    sets.set(id, {
      id,
      title,
      level,
      isLast: level === tree.written.levels.length - 1,
      ...(parent === undefined ? {} : { parent }),
      alias: written.alias ?? [],
      ...(measure === undefined ? {} : { measure }),
      ...(description === undefined ? {} : { description }),
      groups,
      fields,
    })
  }
  checkUnits(context, tree, sets)
  checkParameterUnits(context, tree, sets)
  const levels = tree.written.levels.map(({ dictionary }) => dictionary)
  const ordered = tree.branches.flatMap(({ id }) => sets.get(id) ?? [])
  const { title, pictures } = tree.written
  return { name: tree.name, title, levels, ...(pictures ? { pictures } : {}), sets: ordered }
}

/**
 * Checks the units of sibling categories, whose parameters are compared side by side: parameters with the same name
 * have units that convert into each other.
 */
function checkUnits(context: Context, tree: ParameterTree, sets: ReadonlyMap<string, ParameterSet>): void {
  for (const { id, document, written } of tree.branches) {
    const own = sets.get(id)
    const siblings = [...sets.values()].filter(
      (one) => one.parent === own?.parent && one.isLast && one.id !== id,
    )
    for (const [at, { fields: listed }] of (written.groups ?? []).entries())
      for (const name of Object.keys(listed)) {
        const field = own?.fields.find((one) => one.name === name)
        const alike = siblings.flatMap(({ fields }) =>
          fields.filter((one) => one.name === name && one.title === field?.title),
        )
        const others = alike.filter(({ unit }) => !isConvertible(field?.unit, unit))
        if (others.length === 0 || others.length * 2 < alike.length) continue
        context.report(document, ['groups', at, 'fields', name, 'x-unit'], {
          slug: 'parameter_measure',
          message: `参数“${field?.title}”的单位 ${field?.unit ?? '（无）'} 与同类其他类目的 ${others[0]?.unit ?? '（无）'} 不能换算，无法一起比较`,
          found: field?.unit ?? '',
          ...(others[0]?.unit ? { expected: others[0].unit } : {}),
        })
      }
  }
}

function compileGroups(context: Context, { document, written }: Branch): Shared {
  const fields: Field[] = []
  const groups = (written.groups ?? []).map(({ title, fields: listed }, at): ParameterGroup => {
    for (const [name, raw] of Object.entries(listed)) {
      const path = ['groups', at, 'fields', name]
      checkTwice(new Place(context, document, path), name, String(raw.title), fields)
      const isNumber = raw.type === 'number' || raw.type === 'integer'
      const isChosen = raw.type !== 'string' || raw.enum !== undefined || raw['x-dict'] !== undefined
      const usual = { 'x-filter': isChosen, 'x-sort': isNumber, ...raw }
      const field = compileField(
        new Place(context, document, path),
        name,
        usual,
        written.required?.includes(name) ?? false,
      )
      checkSchema({ context, document, isFormField: true }, path, name, field.schema)
      checkFilter(new Place(context, document, path), field, raw)
      fields.push({ ...field, schema: insideSchema(field, raw) })
    }
    return { title, fields: Object.keys(listed) }
  })
  for (const [index, name] of (written.required ?? []).entries())
    if (!fields.some((field) => field.name === name))
      context.report(document, ['required', index], {
        slug: 'field_unknown',
        message: `必填的参数“${name}”没有定义`,
        found: name,
        known: fields.map((field) => field.name),
      })
  return { groups, fields }
}

/** Returns the schema of a value inside an object, with the annotations that draw and label it. */
function insideSchema({ dict, schema }: Field, raw: Readonly<Record<string, unknown>>): JsonSchema {
  return {
    ...schema,
    ...collectInnerAnnotations(raw, undefined),
    ...(dict === undefined ? {} : { 'x-dict': dict }),
  }
}

function checkTwice(here: Place, name: string, title: string, before: readonly Field[]): void {
  if (before.some((field) => field.name === name))
    here.report({
      slug: 'parameter_duplicate',
      message: `参数“${name}”在前面的分组中已有，请删去其一`,
      found: name,
      key: true,
    })
  else if (before.some((field) => field.title === title))
    here.at('title').report({
      slug: 'parameter_duplicate',
      message: `已有名为“${title}”的参数，比对与筛选时无法区分，请改名`,
      found: title,
    })
}

/** A choice is filtered by its values; any other text has too many of them. */
function checkFilter(
  here: Place,
  { name, type, step, schema }: Field,
  raw: Readonly<Record<string, unknown>>,
): void {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  if (step !== undefined && minimum !== undefined && maximum !== undefined && step > maximum - minimum)
    here.at('x-step').report({
      slug: 'step_wide',
      message: `参数“${name}”的间隔（${step}）大于 ${minimum} 到 ${maximum} 的范围`,
    })
  if (raw['x-filter'] === true && type === 'text' && !schema.enum)
    here.at('x-filter').report({
      slug: 'filter_type',
      message: `参数“${name}”是自由填写的文字，不能筛选；请用 enum 或 x-dict 写明可选值`,
    })
}
