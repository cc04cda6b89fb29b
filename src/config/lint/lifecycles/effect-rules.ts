// Rules over effects of transitions: written fields, created records, moved items.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import { accepts } from '#config/compile/common/schema-accepts.ts'
import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import { isAlwaysRequired } from '#config/compile/lifecycles/transition-forms.ts'
import { messageOf } from '#config/load/codes.ts'
import { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import {
  type CreateEffect,
  type EffectValue,
  isCreating,
  isDynamicValue,
  isMoving,
  isWriting,
  type MoveEffect,
  type WritingEffect,
  writtenBy,
} from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { defineRule, type Lint, listOf, type Nodes, type Rule } from '../rule.ts'
import { isForChanges, KEPT } from './transition-rules.ts'

/** As long as the longest number. */
const MAX_NUMBER_LENGTH = 'ABCDEF-2026-0000001'.length

/** A value that a transition writes for items of a type, or into a record that it creates. */
interface Writing {
  readonly at: Place
  readonly lint: Lint
  readonly step: Transition
  readonly type: ContentType
  readonly code: 'effect_value' | 'create_value'
}

/** Written fields are there and take the values; created records have a type and all that is required. */
const writtenValues = defineRule('transition', (transition, lint) => {
  for (const [index, effect] of (transition.step.do ?? []).entries()) {
    const inEffect = { ...transition, at: transition.at.at('do', index) }
    if (isCreating(effect)) checkCreation(inEffect, lint, effect)
    else if (isWriting(effect)) checkWriting(inEffect, lint, effect)
  }
})

/** As much of a transition as checking an effect takes; `at` is the place of the effect. */
type InEffect = Nodes['transition']

function checkCreation({ at, step, users }: InEffect, lint: Lint, effect: CreateEffect): void {
  const target = lint.typeOf.get(effect.create)
  if (!target) {
    if (lint.context.invalidIds('content').length === 0)
      at.at('create').expect(lint.typeOf.keys(), effect.create, 'create_type', { step })
    return
  }
  if (isForChanges(step, users)) at.report('effect_change.create', { key: true, step })
  for (const type of users) {
    checkCreatedParent(at.at('create'), type, target, step, effect)
    checkCreatedValues({ at: at.at('with'), lint, step, type, code: 'create_value' }, target, effect)
  }
}

function checkWriting({ at, step, users }: InEffect, lint: Lint, effect: WritingEffect): void {
  if (isForChanges(step, users)) at.report('effect_change.set', { key: true, step })
  for (const type of users)
    if ('set' in effect)
      for (const [name, value] of Object.entries(effect.set)) {
        const place = at.at('set', name)
        const field = targetOf(place, type, name, true)
        if (field) checkValue({ at: place, lint, step, type, code: 'effect_value' }, field, value)
      }
    else if (effect.field !== undefined) checkReceipt(at.at('field'), type, effect.field)
}

/** Undefined, and reported, where a transition cannot write it. */
function targetOf(at: Place, type: ContentType, name: string, key = false): Field | undefined {
  const known = type.fields.filter(({ system, from }) => !system && (from === undefined || from === 'step'))
  const names = known.map((field) => field.name)
  const field = known.find((one) => one.name === name)
  if (!at.expect(names, name, 'field_unknown.written', { type, key }) || !field) return undefined
  // A reference whose value comes from another field, or is empty, is written by transitions only.
  const isReference = field.type === 'ref' && field.ref !== undefined && field.from === 'step'
  const isHeld = [type.parent, type.category].includes(name)
  if (!isHeld && !isSecret(field) && (KEPT.has(field.type) || isReference) && field.of === undefined)
    return field
  at.report('effect_type.field', { found: name, key, type, field })
  return undefined
}

function checkReceipt(at: Place, type: ContentType, name: string): void {
  const field = targetOf(at, type, name)
  if (!field) return
  const { maxLength = MAX_NUMBER_LENGTH, pattern } = field.schema as { maxLength?: number; pattern?: string }
  const isShort = maxLength < MAX_NUMBER_LENGTH || pattern !== undefined
  if (field.type !== 'text' || field.from !== 'step' || isShort)
    at.report('effect_type.receipt', { found: name, field, length: MAX_NUMBER_LENGTH })
}

function checkValue(writing: Writing, field: Field, value: EffectValue): void {
  const { at, type, code } = writing
  const { title } = field
  const isNew = code === 'create_value'
  if (!isDynamicValue(value)) {
    const found = String(value)
    if (value === null && !isNew) {
      if (field.required) at.report('effect_value.cleared', { found, title })
    } else if (value === null || field.ref !== undefined || !accepts(field.schema, value))
      at.report(`${code}.refused`, { found, title, value: JSON.stringify(value) })
    return
  }
  const { from } = value
  const place = isNew ? at : at.at('from')
  if (isNew && from === 'item.id') {
    if (field.type !== 'text' && field.ref !== type.name)
      place.report('create_value.item', { found: from, title, type })
  } else if (from !== 'actor') checkCopied({ ...writing, at: place }, field, from)
  else if (field.type !== 'text' || (!isNew && field.from !== 'step'))
    place.report(`${code}.actor`, { found: from, title })
}

/** `from`: today, now, or a field of the item or of the transition's form, such as `form.opinion`. */
function checkCopied({ at, lint, step, type, code }: Writing, field: Field, from: string): void {
  const [root = '', name = ''] = from.split('.')
  if (root === 'today' || root === 'now') {
    if (field.type !== 'date' && (root === 'today' || field.type !== 'date-time'))
      at.report(`${code}.${root}`, { found: from, field })
    return
  }
  const form = root === 'form' ? lint.formOf.get(step.form ?? '') : undefined
  const fields = root === 'form' ? (form?.fields ?? []) : type.fields.filter(({ system }) => !system)
  const source = fields.find((one) => one.name === name)
  if (!source) {
    const known = fields.map((one) => `${root}.${one.name}`)
    at.report(`field_unknown.${root === 'form' ? 'form' : 'type'}`, { found: from, known, step, type, name })
    return
  }
  const misfit = findMisfit(source, field)
  const values = { found: from, source, field }
  if (misfit) at.report(`${code}.misfit`, { found: from, misfit: messageOf(...misfit) })
  else if (source.ref !== field.ref) at.report(`${code}.reference`, values)
  else if (isSecret(source)) at.report(`${code}.secret`, values)
  else if (field.required && !(root === 'form' ? isAlwaysRequired(form, name) : source.required))
    at.report(`${code}.optional`, values)
  else if (source.visible !== undefined && field.visible === undefined) at.report(`${code}.private`, values)
}

/** A created record is admitted like any other; what it would take along, the transition moves itself. */
function checkCreatedParent(
  at: Place,
  { lifecycle: { states } }: ContentType,
  { parent = '', admission, takes, title }: ContentType,
  step: Transition,
  effect: CreateEffect,
): void {
  const found = effect.create
  if (takes) at.report('create_takes', { found, title })
  const above = effect.with[parent]
  if (!admission || above === undefined || !isDynamicValue(above) || above.from !== 'item.id') return
  if (!admission.states.includes(step.to))
    at.report('create_admission', { found, title, state: states[step.to]?.title ?? step.to, step })
}

/** Not what the system fills in, what follows from another field, and what is encrypted. */
const isInputField = (field: Field): boolean =>
  !field.system &&
  (field.from === undefined || field.from === 'step') &&
  field.of === undefined &&
  !isSecret(field) &&
  (KEPT.has(field.type) || field.type === 'ref')

function checkCreatedValues(writing: Writing, target: ContentType, effect: CreateEffect): void {
  const { at, step } = writing
  const open = target.fields.filter(isInputField)
  const names = open.map((one) => one.name)
  for (const [name, value] of Object.entries(effect.with)) {
    const field = open.find((one) => one.name === name)
    if (field) checkValue({ ...writing, at: at.at(name) }, field, value)
    else at.at(name).expect(names, name, 'field_unknown.created', { key: true, target })
  }
  const missing = open.filter(({ name, required }) => required && effect.with[name] === undefined)
  const titles = listOf(missing.map(({ title }) => title))
  if (missing.length > 0) at.report('create_missing', { key: true, step, target, missing: titles })
}

/** A transition writes each field that only transitions may write. */
const unwrittenFields = defineRule('type', ({ at, type: { name, fields, lifecycle } }, { contentTypes }) => {
  const created = contentTypes.flatMap((type) =>
    type.lifecycle.transitions.flatMap(({ do: effects = [] }) =>
      effects
        .filter(isCreating)
        .flatMap((effect) => (effect.create === name ? Object.keys(effect.with) : [])),
    ),
  )
  const written = new Set([
    ...created,
    ...lifecycle.transitions.flatMap(({ do: effects = [], claim }) => [
      ...effects.flatMap(writtenBy),
      ...(claim ? [claim.field] : []),
    ]),
  ])
  for (const field of fields)
    if (field.from === 'step')
      at.at('fields', 'properties', field.name, 'x-from').expect(written, field.name, 'effect_missing', {
        lifecycle,
      })
})

interface Moving {
  readonly at: Place
  readonly type: ContentType
  readonly step: Transition
  readonly effect: MoveEffect
}

/** Items that a transition moves exist and can take their transition, and none moves itself. */
const movedItems = defineRule('model', (lint) => {
  const ways = new Map<string, Set<string>>()
  const places = new Map<string, Moving>()
  for (const moving of movingOf(lint)) {
    const { type, step, effect } = moving
    const other = movedType(lint, moving)
    if (!other) continue
    checkMoved(moving, other)
    const key = `${type.name}.${step.action}`
    ways.set(key, new Set([...(ways.get(key) ?? []), `${other.name}.${effect.action}`]))
    places.set(key, moving)
  }
  for (const ring of findCycles(ways)) {
    const { at, effect } = places.get(ring[0] ?? '') ?? {}
    at?.at('action').report('move_ring', { found: effect?.action ?? '', ring: ring.join(' → ') })
  }
})

function movingOf({ context, contentTypes }: Lint): Moving[] {
  return contentTypes.flatMap((type) => {
    const document = context.of('lifecycle').get(type.lifecycle.name)
    return type.lifecycle.transitions.flatMap((step, index) =>
      (step.do ?? []).flatMap((effect, at): Moving[] =>
        document && isMoving(effect)
          ? [{ type, step, effect, at: new Place(context, document, ['transitions', index, 'do', at]) }]
          : [],
      ),
    )
  })
}

function movedType({ contentTypes, parentOf }: Lint, { type, effect, at }: Moving): ContentType | undefined {
  const found = effect.move
  if (found === 'children') {
    const below = contentTypes.filter((one) => parentOf(one) === type)
    const child = below.find(({ name }) => name === effect.type)
    const values = { found, known: below.map(({ name }) => name), type, child: effect.type ?? '' }
    if (!child) at.at(effect.type === undefined ? 'move' : 'type').report('move_target.children', values)
    return child
  }
  if (effect.type !== undefined) at.at('type').report('move_target.type', { found })
  const above = parentOf(type)
  if (!above) at.at('move').report('move_target.parent', { found, type })
  return above && found === 'siblings' ? type : above
}

function checkMoved({ at, step, effect }: Moving, other: ContentType): void {
  const { transitions, states } = other.lifecycle
  const place = at.at('action')
  const actions = transitions.map(({ action }) => action)
  place.expect(actions, effect.action, 'transition_unknown.moved', { other })
  for (const moved of transitions.filter(({ action }) => action === effect.action)) {
    const words = resolveReason(moved.reason)
    const isReviewed =
      isForChanges(moved, [other]) || moved.from.some((state) => states[state]?.edited !== undefined)
    const reasons: readonly (readonly [applies: unknown, why: string])[] = [
      [moved.form !== undefined || (words && !words.optional), '须由人填写表单或附言'],
      [moved.quorum !== undefined, '须由多人分别办理'],
      [isReviewed, '的起点有修改稿，须由人决定'],
      [other.advances?.[moved.action], '还会改动其上级内容（advances）'],
    ]
    const [, why] = reasons.find(([applies]) => applies) ?? []
    if (why) place.report('move_step', { found: effect.action, other, moved, why, step })
  }
}

export const effectRules: readonly Rule[] = [movedItems, unwrittenFields, writtenValues]
