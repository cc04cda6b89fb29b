// Rules over effects of transitions: written fields, created records, moved items.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import { accepts } from '#config/compile/common/schema-accepts.ts'
import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import { isAlwaysRequired } from '#config/compile/lifecycles/transition-forms.ts'
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
  writtenBy,
} from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { defineRule, type Lint, listOf, type Rule } from '../rule.ts'
import { isForChanges, KEPT } from './transition-rules.ts'

/** As long as the longest number. */
const MAX_NUMBER_LENGTH = 'ABCDEF-2026-0000001'.length

const parentOf = ({ fields, parent }: ContentType): string | undefined =>
  fields.find(({ name }) => name === parent)?.ref

/** A value that a transition writes for items of a type. */
interface Writing {
  readonly at: Place
  readonly lint: Lint
  readonly step: Transition
  readonly type: ContentType
  readonly slug: 'effect_value' | 'create_value'
}

const writtenFields = defineRule({
  codes: ['effect_change', 'effect_type', 'effect_value', 'field_unknown'],
  on: 'transition',
  check({ at, step, users }, lint) {
    for (const [index, effect] of (step.do ?? []).entries()) {
      if (!isWriting(effect)) continue
      const place = at.at('do', index)
      if (isForChanges(step, users))
        place.report(
          'effect_change',
          `流转“${step.title}”也用于修改稿，修改稿不填写内容的字段，也不编号：do 中只能发通知`,
          { key: true },
        )
      for (const type of users)
        if ('set' in effect)
          for (const [name, value] of Object.entries(effect.set))
            checkSet({ at: place.at('set', name), lint, step, type, slug: 'effect_value' }, name, value)
        else if (effect.field !== undefined) checkReceipt(place.at('field'), type, effect.field)
    }
  },
})

/** Undefined, and reported, where a transition cannot write it. */
function targetOf(at: Place, type: ContentType, name: string, key = false): Field | undefined {
  const known = type.fields.filter(({ system, from }) => !system && (from === undefined || from === 'step'))
  const names = known.map((field) => field.name)
  const message = `“${type.title}”没有流转可以填写的字段“${name}”`
  const field = known.find((one) => one.name === name)
  if (!at.expect(names, name, 'field_unknown', message, key) || !field) return undefined
  // A reference whose value comes from another field, or is empty, is written by transitions only.
  const isReference = field.type === 'ref' && field.ref !== undefined && field.from === 'step'
  const isHeld = [type.parent, type.category].includes(name)
  if (!isHeld && !isSecret(field) && (KEPT.has(field.type) || isReference) && field.of === undefined)
    return field
  at.report(
    'effect_type',
    `流转不能填写“${type.title}”的“${field.title}”：只能填写文字、数字、是非、日期、字典、地区与只由流转填写的引用，不含加密字段、上级内容和类目`,
    { found: name, key },
  )
  return undefined
}

const refusedValue = (field: Field, value: unknown): string =>
  `“${field.title}”不能是 ${JSON.stringify(value)}：与字段的类型、取值或范围不符`

function checkSet(writing: Writing, name: string, value: EffectValue): void {
  const { at, type } = writing
  const field = targetOf(at, type, name, true)
  if (!field) return
  if (isDynamicValue(value)) {
    const place = at.at('from')
    if (value.from !== 'actor') checkCopied({ ...writing, at: place }, field, value.from)
    else if (field.type !== 'text' || field.from !== 'step')
      place.report(
        'effect_value',
        `执行者的账号编号只能写入声明为 "x-from": "step" 的单行文字字段，“${field.title}”不是`,
        { found: value.from },
      )
  } else if (value === null ? field.required : field.ref !== undefined || !accepts(field.schema, value))
    at.report(
      'effect_value',
      value === null ? `“${field.title}”是必填，不能清空` : refusedValue(field, value),
      { found: String(value) },
    )
}

function checkReceipt(at: Place, type: ContentType, name: string): void {
  const field = targetOf(at, type, name)
  if (!field) return
  const { maxLength = MAX_NUMBER_LENGTH, pattern } = field.schema as { maxLength?: number; pattern?: string }
  const isShort = maxLength < MAX_NUMBER_LENGTH || pattern !== undefined
  if (field.type !== 'text' || field.from !== 'step' || isShort)
    at.report(
      'effect_type',
      `编号只能写入声明为 "x-from": "step"、放得下 ${MAX_NUMBER_LENGTH} 个字的单行文字字段，“${field.title}”不是`,
      { found: name },
    )
}

/** `from`: today, now, or a field of the item or of the transition's form, such as `form.opinion`. */
function checkCopied({ at, lint, step, type, slug }: Writing, field: Field, from: string): void {
  const report = (message: string) => at.report(slug, message, { found: from })
  const [root = '', name = ''] = from.split('.')
  if (root === 'today' || root === 'now') {
    if (field.type !== 'date' && (root === 'today' || field.type !== 'date-time'))
      report(
        `“${field.title}”的类型是 ${field.type}，不能写入${root === 'today' ? '当天的日期' : '当前时间'}`,
      )
    return
  }
  const form = root === 'form' ? lint.formOf.get(step.form ?? '') : undefined
  const fields = root === 'form' ? (form?.fields ?? []) : type.fields.filter(({ system }) => !system)
  const source = fields.find((one) => one.name === name)
  if (!source) {
    at.report(
      'field_unknown',
      root === 'form' ? `流转“${step.title}”的表单没有字段“${name}”` : `“${type.title}”没有字段“${name}”`,
      { found: from, known: fields.map((one) => `${root}.${one.name}`) },
    )
    return
  }
  const misfit = findMisfit(source, field)
  if (misfit) report(misfit.message)
  else if (source.ref !== field.ref) report(`“${source.title}”与“${field.title}”引用的内容类型不同`)
  else if (isSecret(source)) report(`“${source.title}”加密保存，不能写入“${field.title}”`)
  else if (field.required && !(root === 'form' ? isAlwaysRequired(form, name) : source.required))
    report(`“${field.title}”是必填，“${source.title}”却不一定填写`)
  else if (source.visible !== undefined && field.visible === undefined)
    report(`“${source.title}”不是公开字段，写入的“${field.title}”也须用 x-visible 限定受众`)
}

/** The type of a created record exists, and its required values are given and fit. */
const createdRecords = defineRule({
  codes: [
    'create_type',
    'create_takes',
    'create_admission',
    'create_missing',
    'create_value',
    'effect_change',
    'field_unknown',
  ],
  on: 'transition',
  check({ at, step, users }, lint) {
    for (const [index, effect] of (step.do ?? []).entries()) {
      if (!isCreating(effect)) continue
      const place = at.at('do', index)
      const target = lint.typeOf.get(effect.create)
      if (!target) {
        if (lint.context.invalidIds('content').length === 0)
          place
            .at('create')
            .expect(
              lint.typeOf.keys(),
              effect.create,
              'create_type',
              `内容类型“${effect.create}”不存在，流转“${step.title}”无法新建`,
            )
        continue
      }
      if (isForChanges(step, users))
        place.report(
          'effect_change',
          `流转“${step.title}”也用于修改稿，修改稿不新建其他内容：do 中只能发通知`,
          { key: true },
        )
      for (const type of users) {
        checkCreatedParent(place.at('create'), type, target, step, effect)
        checkCreatedValues({ at: place.at('with'), lint, step, type, slug: 'create_value' }, target, effect)
      }
    }
  },
})

/** A created record is admitted like any other; what it would take along, the transition moves itself. */
function checkCreatedParent(
  at: Place,
  type: ContentType,
  { parent = '', admission, takes, title }: ContentType,
  step: Transition,
  effect: CreateEffect,
): void {
  const found = { found: effect.create }
  if (takes)
    at.report(
      'create_takes',
      `“${title}”提交时带动上级内容（takes），流转不能新建该类内容：请改用 move 带动`,
      found,
    )
  const above = effect.with[parent]
  if (!admission || above === undefined || !isDynamicValue(above) || above.from !== 'item.id') return
  if (!admission.states.includes(step.to))
    at.report(
      'create_admission',
      `“${title}”不能在上级内容处于“${type.lifecycle.states[step.to]?.title ?? step.to}”时提交（admission），流转“${step.title}”之后却正是该状态`,
      found,
    )
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
    const place = at.at(name)
    const message = `新建的“${target.title}”没有可以填写的字段“${name}”`
    if (field) checkCreatedValue({ ...writing, at: place }, field, value)
    else place.expect(names, name, 'field_unknown', message, true)
  }
  const missing = open.filter(({ name, required }) => required && effect.with[name] === undefined)
  if (missing.length > 0)
    at.report(
      'create_missing',
      `流转“${step.title}”新建“${target.title}”，还须填写必填的${listOf(missing.map(({ title }) => title))}`,
      { key: true },
    )
}

function checkCreatedValue(writing: Writing, field: Field, value: EffectValue): void {
  const { at, type } = writing
  const report = (message: string, found: string) => at.report('create_value', message, { found })
  if (!isDynamicValue(value)) {
    if (value === null || field.ref !== undefined || !accepts(field.schema, value))
      report(refusedValue(field, value), String(value))
  } else if (value.from === 'item.id') {
    if (field.type !== 'text' && field.ref !== type.name)
      report(
        `“${field.title}”不能记录所属的“${type.title}”：须为引用“${type.title}”的字段或文字字段`,
        value.from,
      )
  } else if (value.from !== 'actor') checkCopied(writing, field, value.from)
  else if (field.type !== 'text') report(`执行者的账号编号只能写入文字字段，“${field.title}”不是`, value.from)
}

/** A transition writes each field that only transitions may write. */
const unwrittenFields = defineRule({
  codes: ['effect_missing'],
  on: 'type',
  check({ at, type: { name, fields, lifecycle } }, { contentTypes }) {
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
        at.at('fields', 'properties', field.name, 'x-from').expect(
          written,
          field.name,
          'effect_missing',
          `字段“${field.name}”只由流转填写（x-from 为 step），生命周期“${lifecycle.title}”却没有填写该字段的流转`,
        )
  },
})

interface Moving {
  readonly at: Place
  readonly type: ContentType
  readonly step: Transition
  readonly effect: MoveEffect
}

/** Items that a transition moves exist and can take their transition, and none moves itself. */
const movedItems = defineRule({
  codes: ['move_target', 'move_step', 'move_ring', 'transition_unknown'],
  on: 'model',
  check(lint) {
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
      at?.at('action').report('move_ring', `随之流转构成循环：${ring.join(' → ')}`, {
        found: effect?.action ?? '',
      })
    }
  },
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

function movedType({ contentTypes, typeOf }: Lint, { type, effect, at }: Moving): ContentType | undefined {
  const report = (key: string, message: string, known: readonly string[] = []) =>
    at.at(key).report('move_target', message, { found: effect.move, known })
  if (effect.move === 'children') {
    const below = contentTypes.filter((one) => parentOf(one) === type.name)
    const found = below.find(({ name }) => name === effect.type)
    if (!found)
      report(
        effect.type === undefined ? 'move' : 'type',
        `“${type.title}”没有下级内容“${effect.type ?? ''}”：请用 type 写明随之流转的下级内容类型`,
        below.map(({ name }) => name),
      )
    return found
  }
  if (effect.type !== undefined) report('type', '只有 children 须写 type')
  const above = typeOf.get(parentOf(type) ?? '')
  if (!above) report('move', `“${type.title}”没有用 parent 指明上级内容，不会有随之流转的内容`)
  return above && effect.move === 'siblings' ? type : above
}

function checkMoved({ at, step, effect }: Moving, other: ContentType): void {
  const { transitions, states, title } = other.lifecycle
  const place = at.at('action')
  place.expect(
    transitions.map(({ action }) => action),
    effect.action,
    'transition_unknown',
    `“${other.title}”的生命周期“${title}”没有流转“${effect.action}”`,
  )
  for (const one of transitions.filter(({ action }) => action === effect.action)) {
    const words = resolveReason(one.reason)
    const isReviewed =
      isForChanges(one, [other]) || one.from.some((state) => states[state]?.edited !== undefined)
    const why =
      one.form !== undefined || (words && !words.optional)
        ? '须由人填写表单或附言'
        : one.quorum !== undefined
          ? '须由多人分别办理'
          : isReviewed
            ? '的起点有修改稿，须由人决定'
            : other.advances?.[one.action]
              ? '还会改动其上级内容（advances）'
              : undefined
    if (why)
      place.report('move_step', `“${other.title}”的流转“${one.title}”${why}，不能随“${step.title}”流转`, {
        found: effect.action,
      })
  }
}

export const effectRules: readonly Rule[] = [movedItems, unwrittenFields, writtenFields, createdRecords]
