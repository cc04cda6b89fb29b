// Rules over counting: what fields count of the children, and how many items there can be, can be counted.

import type { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import {
  type Aggregate,
  type Capacity,
  type Overlap,
  parentTypeOf,
  placesField,
  sourceOf,
} from '#shared/model/item-limits.ts'
import { defineRule, type Lint, type Nodes, type Rule } from '../rule.ts'

const NUMBERS: readonly FieldType[] = ['integer', 'number']
const DATES: readonly FieldType[] = ['date', 'date-time']

const fieldOf = ({ fields }: ContentType, name: string): Field | undefined =>
  fields.find((field) => field.name === name && !field.system && !field.join && !field.computed)

function checkStates(at: Place, type: ContentType, states: readonly string[] = []): void {
  for (const [index, state] of states.entries())
    at.at('states', index).expect(Object.keys(type.lifecycle.states), state, 'state_unknown.type', { type })
}

/** A field that counts is a number, and what it counts stands below. */
const aggregates = defineRule('type', ({ at, type }, lint) => {
  for (const [name, aggregate] of Object.entries(type.aggregates ?? {}))
    checkAggregate(at.at('aggregates', name), type, { name, aggregate }, lint)
})

function checkAggregate(
  at: Place,
  type: ContentType,
  { name, aggregate }: { readonly name: string; readonly aggregate: Aggregate },
  { context, contentTypes, typeOf }: Lint,
): void {
  const field = fieldOf(type, name)
  const known = type.fields.filter((one) => one.from === 'children' || NUMBERS.includes(one.type))
  if (!field) {
    at.expect(
      known.flatMap((one) => (one.system ? [] : [one.name])),
      name,
      'field_unknown.own',
      { key: true },
    )
    return
  }
  const { count, sum } = aggregate
  if ((count === undefined) === (sum === undefined)) {
    at.report('aggregate_kind', { found: name, key: true })
    return
  }
  const source = sourceOf(aggregate)
  const place = at.at(sum === undefined ? 'count' : 'sum')
  if (context.isInvalid('content', source.type)) return
  if (!place.refers('content', '内容类型', source.type, typeOf)) return
  const child = typeOf.get(source.type) as ContentType
  if (parentTypeOf(child) !== type.name) {
    const below = contentTypes.filter((one) => parentTypeOf(one) === type.name)
    place.report('aggregate_child', { found: source.type, known: below.map((one) => one.name), child, type })
    return
  }
  checkStates(at, child, aggregate.states)
  const summed = source.field === undefined ? undefined : fieldOf(child, source.field)
  if (source.field !== undefined && !summed) {
    const numbers = child.fields.filter((one) => !one.system && NUMBERS.includes(one.type))
    place.report('field_unknown.type', {
      found: source.field,
      known: numbers.map((one) => one.name),
      type: child,
      name: source.field,
    })
    return
  }
  if (summed && (!NUMBERS.includes(summed.type) || isSecret(summed)))
    place.report('aggregate_sum.type', { found: summed.type, summed })
  else if (summed?.visible !== undefined && field.visible === undefined)
    place.report('aggregate_sum.private', { found: summed.name, summed, field })
  const wanted: readonly FieldType[] = summed?.type === 'number' ? ['number'] : NUMBERS
  if (!wanted.includes(field.type))
    at.report('aggregate_field.type', { found: field.type, expected: wanted[0] as string, key: true, field })
  if (summed && summed.unit !== field.unit)
    at.report('aggregate_unit', {
      found: name,
      key: true,
      field,
      unit: field.unit ?? '无单位',
      summed,
      other: summed.unit ?? '无单位',
    })
}

/** What bounds items is there, and can be met. */
const limits = defineRule('type', (node, lint) => {
  const { at: whole, type, parent } = node
  const { capacity, perPerson, overlap } = type.limits ?? {}
  const at = whole.at('limits')
  for (const key of ['capacity', 'perPerson', 'overlap'] as const)
    checkStates(at.at(key), type, type.limits?.[key]?.states)
  const isBroken = lint.context.isInvalid('content', parentTypeOf(type) ?? '')
  if (capacity && !isBroken) checkCapacity(at.at('capacity'), { type, parent }, capacity)
  if (perPerson?.under === 'parent' && !parent && !isBroken)
    at.at('perPerson', 'under').report('parent_missing.part', { part: 'under' })
  if (overlap) checkOverlap(at.at('overlap'), type, overlap)
})

function checkCapacity(
  at: Place,
  { type, parent }: Pick<Nodes['type'], 'type' | 'parent'>,
  capacity: Capacity,
): void {
  if (!parent) {
    at.report('parent_missing.part', { key: true, part: 'capacity' })
    return
  }
  const name = placesField(capacity)
  const places = fieldOf(parent, name)
  const numbers = parent.fields.filter((one) => !one.system && NUMBERS.includes(one.type))
  if (!places)
    at.at('places').report('field_unknown.parent', {
      found: capacity.places,
      known: numbers.map((one) => `parent.${one.name}`),
      parent,
      name,
    })
  else if (!NUMBERS.includes(places.type) || isSecret(places))
    at.at('places').report('limit_places', { found: places.type, places, parent })
  if (capacity.waiting) checkWaiting(at.at('waiting'), type, capacity, capacity.waiting)
}

function checkWaiting(
  at: Place,
  type: ContentType,
  { states }: Capacity,
  { state, action }: NonNullable<Capacity['waiting']>,
): void {
  const { lifecycle } = type
  if (!at.at('state').expect(Object.keys(lifecycle.states), state, 'state_unknown.type', { type })) return
  const title = lifecycle.states[state]?.title ?? state
  if (states.includes(state)) {
    at.at('state').report('limit_waiting.counted', { found: state, title })
    return
  }
  const ways = lifecycle.transitions.filter(({ from }) => from.includes(state))
  const onward = ways.filter(({ to }) => states.includes(to))
  const step = onward.find((one) => one.action === action)
  if (!step) {
    const known = onward.map((one) => one.action)
    at.at('action').report('limit_waiting.action', { found: action, known, title })
    return
  }
  if (step.by.length > 0) at.at('action').report('limit_waiting.people', { found: action, step })
  else if (step.form !== undefined || step.due !== undefined || step.claim !== undefined)
    at.at('action').report('limit_waiting.asks', { found: action, step })
}

function checkOverlap(at: Place, type: ContentType, overlap: Overlap): void {
  const find = (key: 'by' | 'from' | 'to') => {
    const known = new Map(type.fields.filter((one) => !one.system).map((one) => [one.name, one]))
    return at.at(key).find('field', '字段', overlap[key], known)
  }
  const by = find('by')
  if (by && by.type !== 'ref') at.at('by').report('limit_overlap.by', { found: by.type, by })
  const [from, to] = [find('from'), find('to')]
  if (!from || !to) return
  for (const [key, field] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (!DATES.includes(field.type) || isSecret(field)) {
      at.at(key).report('limit_overlap.dates', { found: field.type, field })
      return
    }
  if (from.type !== to.type) at.at('to').report('limit_overlap.apart', { found: to.type, from, to })
}

export const limitRules: readonly Rule[] = [aggregates, limits]
