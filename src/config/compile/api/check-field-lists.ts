// Checks an endpoint's `fields`, `by`, `of` and `every`.

import type { Place } from '#config/load/place.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'

const WITH_FIELDS: readonly string[] = ['list', 'related', 'info', 'set']
/**
 * Field types that each action accepts in `by`: a statistic groups by them, a profile chart is made of them (and of
 * all numbers of a category's parameters), a record is found by them.
 */
const BY: Readonly<Partial<Record<string, readonly FieldType[]>>> = {
  // Times by their month.
  statistic: ['dict', 'dict-list', 'region', 'boolean', 'date', 'date-time'],
  portrait: ['number', 'integer'],
  own: ['text', 'ref'],
}

/** Field types that can be summed up. */
const NUMBERS: readonly FieldType[] = ['number', 'integer']
const TIMES: readonly FieldType[] = ['date', 'date-time']

interface Lists {
  readonly fields?: readonly string[]
  readonly by?: readonly string[]
  readonly of?: readonly string[]
  readonly every?: string
  readonly standing?: object
}

export function checkFieldLists(
  here: Place,
  action: string,
  { fields: only, by, of, every, standing }: Lists,
  fields: readonly Field[],
): void {
  checkSummed(here, action, { ...(of ? { of } : {}), ...(every ? { every } : {}), by: by ?? [] }, fields)
  if (only && !WITH_FIELDS.includes(action)) unused(here.at('fields'), 'fields', action)
  if (standing && action !== 'standing') unused(here.at('standing'), 'standing', action)
  if (!standing && action === 'standing') here.report('fields_missing.standing', { expected: 'standing' })
  // Other names of the id, of which nothing else needs to know.
  if (by && action === 'standing') return
  if ((action === 'categories' || action === 'parameters') && !parameterField(fields))
    here.report('action_parameters', { action })
  if (action === 'set' && !only) here.report('fields_missing.set', { expected: 'fields' })
  for (const [index, name] of (only ?? []).entries())
    here.at('fields', index).refers('field', '字段', name, byName(fields))
  checkGrouped(here, action, by, fields)
}

/** Statistics group by fields that everybody reads, of the types that the action accepts. */
function checkGrouped(
  here: Place,
  action: string,
  by: readonly string[] | undefined,
  fields: readonly Field[],
): void {
  const types = BY[action]
  if (by && !types) unused(here.at('by'), 'by', action)
  if (types && !by && action !== 'own') here.report('by_missing', { expected: 'by', action })
  for (const [index, name] of (by ?? []).entries()) {
    const at = here.at('by', index)
    const field = at.find('field', '字段', name, byName(fields))
    const fits = (one: Field) => types?.includes(one.type) || (action === 'portrait' && one.parameters)
    if (field && types && (field.visible !== undefined || !fits(field)))
      at.report(field.visible ? 'by_type.private' : 'by_type.type', {
        found: field.type,
        name,
        action,
        types,
      })
  }
}

/** Only numbers that everybody reads are summed up, and only times have periods. */
function checkSummed(
  here: Place,
  action: string,
  { by = [], of, every }: Lists,
  fields: readonly Field[],
): void {
  if (action !== 'statistic') {
    if (of) unused(here.at('of'), 'of', action)
    if (every) unused(here.at('every'), 'every', action)
    return
  }
  const known = byName(fields)
  for (const [index, name] of (of ?? []).entries()) {
    const at = here.at('of', index)
    const field = at.find('field', '字段', name, known)
    if (field && (field.visible !== undefined || !NUMBERS.includes(field.type)))
      at.report(field.visible ? 'of_type.private' : 'of_type.type', {
        found: field.type,
        name,
        numbers: NUMBERS,
      })
  }
  const isTimed = by.some((name) => TIMES.includes(known.get(name)?.type ?? 'text'))
  if (every && !isTimed) here.at('every').report('every_unused.day', { found: 'every', key: true })
}

const byName = (fields: readonly Field[]) => new Map(fields.map((field) => [field.name, field]))

function unused(here: Place, key: 'fields' | 'standing' | 'by' | 'of' | 'every', action: string): void {
  here.report(key === 'every' ? 'every_unused.action' : `${key}_unused`, { found: key, key: true, action })
}
