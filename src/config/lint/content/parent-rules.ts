// Rules over what content types declare about parent and child items.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import { checkUntilDate } from '#config/compile/fields/past-dates.ts'
import type { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Nodes, type Rule } from '../rule.ts'

const findParentField = ({ parent, fields }: ContentType) => fields.find(({ name }) => name === parent)

/** A type may be its own parent, as branches are; of two that are each other's parent no first item can exist. */
const parentCycles = defineRule({
  codes: ['parent_ring'],
  on: 'model',
  check({ context, contentTypes, typeOf }) {
    const parents = new Map(
      contentTypes.map((type) => {
        const { ref } = findParentField(type) ?? {}
        return [type.name, new Set(ref === undefined || ref === type.name ? [] : [ref])]
      }),
    )
    for (const ring of findCycles(parents)) {
      // The type that asks for the least of its parent was added last: report the cycle there.
      const cycleTypes = ring.slice(1).flatMap((name) => typeOf.get(name) ?? [])
      const [own] = cycleTypes.sort((a, b) => weightOf(a) - weightOf(b))
      const document = context.of('content').get(own?.name ?? '')
      if (!own || !document) continue
      context.report(document, ['parent'], {
        slug: 'parent_ring',
        message: `内容类型的上级构成循环：${ring.map((name) => `“${typeOf.get(name)?.title ?? name}”`).join(' → ')}，均无法提交：请去掉其中一个 parent`,
        found: own.parent ?? '',
      })
    }
  },
})

/** How much is said of what is above. */
function weightOf(type: ContentType): number {
  const { admission, disclosure, takes, advances } = type
  const ruleCount = [admission, disclosure, takes, advances].filter((one) => one !== undefined).length
  return ruleCount + (findParentField(type)?.required ? 1 : 0) + parentFieldsOf(type).length
}

const PARENT = 'parent.'
const OWNER = 'owner'

/** The fields that it reads of its parent. */
function parentFieldsOf({ disclosure, admission, advances = {}, fields }: ContentType): string[] {
  const taken = fields.flatMap(({ from }) =>
    from?.startsWith(PARENT) && from !== PARENT + OWNER ? [from.slice(PARENT.length)] : [],
  )
  return [
    ...new Set([
      ...(disclosure ? [disclosure.field] : []),
      ...(admission?.until === undefined ? [] : [admission.until]),
      ...Object.keys(admission?.except ?? {}),
      ...Object.values(advances).map(({ field }) => field),
      ...taken,
    ]),
  ]
}

/** From so many fields on that it does not have, it is another type that was meant. */
const SEVERAL = 2

/** Returns the type that was meant as parent, if all fields read of the parent belong to it and not to the parent. */
function otherMeant(type: ContentType, parent: ContentType, { contentTypes }: Lint): ContentType | undefined {
  const lacking = (one: ContentType) =>
    parentFieldsOf(type).filter((name) => !one.fields.some((field) => field.name === name))
  return lacking(parent).length < SEVERAL
    ? undefined
    : contentTypes.find((one) => one !== type && lacking(one).length === 0)
}

/** Fields, values and states that are read of the parent exist. */
const parents = defineRule({
  codes: [
    'parent_other',
    'parent_missing',
    'admission_type',
    'follows_place',
    'from_private',
    'from_type',
    'field_unknown',
    'value_unknown',
    'state_unknown',
    'transition_unknown',
    'takes_type',
    'takes_both',
    'takes_form',
    'takes_never',
  ],
  on: 'type',
  check(node, lint) {
    const { at, type, parent } = node
    const { ref } = findParentField(type) ?? {}
    // Of a file that is broken itself nothing can be said.
    if (ref !== undefined && lint.context.isInvalid('content', ref)) return
    const meant = parent && otherMeant(type, parent, lint)
    if (parent && meant) {
      const missing = parentFieldsOf(type).filter((name) => !parent.fields.some((one) => one.name === name))
      at.at('fields', 'properties', type.parent ?? '', 'x-ref').report(
        'parent_other',
        `上级（parent）是“${parent.title}”，没有此处所写的字段 ${missing.join('、')}，“${meant.title}”（${meant.name}）才有：请改为引用后者`,
        { found: parent.name, expected: meant.name },
      )
      return
    }
    for (const key of ['disclosure', 'admission', 'advances', 'takes'] as const)
      if (type[key] && !parent)
        at.at(key).report('parent_missing', `${key} 用于上级内容，须先用 parent 指明一个引用字段（x-ref）`, {
          key: true,
        })
    for (const field of type.fields) {
      const place = at.at('fields', 'properties', field.name)
      if (field.from?.startsWith(PARENT)) checkSource(place.at('x-from'), field, parent)
      if (field.follows) checkFollowing(place.at('x-follows'), type, field, parent)
    }
    if (!parent) return
    checkDisclosure(at.at('disclosure'), type, parent)
    checkAdmission(at.at('admission'), type, parent)
    checkAdvances(at.at('advances'), type, parent)
    if (type.takes) checkTakes(at.at('takes'), type, parent)
  },
})

type Above = Pick<ContentType, 'fields' | 'title'>

function fieldOf(at: Place, { fields, title }: Above, name: string, key = false): Field | undefined {
  const known = fields.map((field) => field.name)
  at.expect(known, name, 'field_unknown', `上级内容“${title}”没有字段“${name}”`, key)
  return fields.find((field) => field.name === name)
}

function checkCode(at: Place, field: Field | undefined, value: string, key = false): void {
  const dictionary = at.context.of('dictionary').get(field?.dict ?? '')
  if (dictionary)
    at.expect(
      dictionary.value.items.map((item) => item.value),
      value,
      'value_unknown',
      `字典“${field?.dict}”没有取值“${value}”`,
      key,
    )
}

function checkDisclosure(at: Place, { disclosure }: ContentType, parent: ContentType): void {
  if (!disclosure) return
  const field = fieldOf(at.at('field'), parent, disclosure.field)
  for (const [index, value] of disclosure.open.entries()) checkCode(at.at('open', index), field, value)
}

function checkAdmission(at: Place, { admission }: ContentType, parent: ContentType): void {
  const { states = [], until, except = {} } = admission ?? {}
  const known = new Map(Object.entries(parent.lifecycle.states))
  for (const [index, state] of states.entries()) at.at('states', index).refers('state', '状态', state, known)
  const place = at.at('until')
  const field = until === undefined ? undefined : fieldOf(place, parent, until)
  if (field && field.type !== 'date' && field.type !== 'date-time')
    place.report('admission_type', `字段“${field.name}”的类型是 ${field.type}，until 须是日期`, {
      found: field.type,
      expected: 'date',
    })
  if (field) checkUntilDate({ ...place, type: parent.name }, field)
  for (const [name, values] of Object.entries(except)) {
    const excepted = fieldOf(at.at('except', name), parent, name, true)
    for (const [index, value] of values.entries()) checkCode(at.at('except', name, index), excepted, value)
  }
}

function checkAdvances(at: Place, { lifecycle, advances = {} }: ContentType, parent: ContentType): void {
  const actions = lifecycle.transitions.map(({ action }): string => action)
  for (const [action, { field: name, from, to, in: among = {} }] of Object.entries(advances)) {
    const place = at.at(action)
    place.expect(
      actions,
      action,
      'transition_unknown',
      `生命周期“${lifecycle.title}”没有流转“${action}”`,
      true,
    )
    const field = fieldOf(place.at('field'), parent, name)
    for (const [index, value] of from.entries()) checkCode(place.at('from', index), field, value)
    checkCode(place.at('to'), field, to)
    for (const [state, value] of Object.entries(among)) {
      const states = Object.keys(parent.lifecycle.states)
      const message = `上级内容“${parent.title}”没有状态“${state}”`
      place.at('in', state).expect(states, state, 'state_unknown', message, true)
      checkCode(place.at('in', state), field, value)
    }
  }
}

/** Returns true if it depends on the reader who sees the field: its value is secret or restricted. */
const isClosed = (source: Field, field: Field): boolean =>
  isSecret(source) || (source.visible !== undefined && field.visible === undefined)

/** A field that the system fills from the parent (`x-from`). */
function checkSource(at: Place, field: Field, parent: ContentType | undefined): void {
  const { name: own, title, type, ref, from = '' } = field
  const name = from.slice(PARENT.length)
  const found = { found: from }
  if (!parent)
    at.report(
      'parent_missing',
      `字段“${own}”取自上级内容（${from}），须先用 parent 指明一个引用字段（x-ref）`,
    )
  else if (name === OWNER) {
    if (type !== 'text')
      at.report('from_type', `字段“${own}”由系统填写上级内容发布者的账号编号（${from}），须为单行文字`, {
        found: type,
      })
  } else {
    const known = parent.fields.filter(({ system, of }) => !system && of === undefined)
    const source = known.find((one) => one.name === name)
    if (!source) {
      const fits = known.filter((one) => !findMisfit(one, field) && one.ref === ref && !isClosed(one, field))
      const names = [...(type === 'text' ? [OWNER] : []), ...fits.map((one) => one.name)]
      at.report('field_unknown', `上级内容“${parent.title}”没有字段“${name}”`, {
        ...found,
        known: names.map((one) => PARENT + one),
      })
      return
    }
    const misfit = findMisfit(source, field)
    if (misfit || source.ref !== ref)
      at.report('from_type', misfit?.message ?? `“${source.title}”与“${title}”引用的内容类型不同`, found)
    if (isClosed(source, field))
      at.report(
        'from_private',
        `上级内容的“${source.title}”不是公开字段，取自该字段的“${title}”也须用 x-visible 限定受众，且不能加密`,
        found,
      )
  }
}

/** Values that the database derives from a field are written with the item, not when the parent changes. */
function checkFollowing(
  at: Place,
  { heading, category, region }: ContentType,
  { name, from, search }: Field,
  parent: ContentType | undefined,
): void {
  const source = from?.startsWith(PARENT) ? from.slice(PARENT.length) : OWNER
  const report = (message: string) => at.report('follows_place', message)
  if (source === OWNER) report(`字段“${name}”不取自上级内容的字段（x-from 为 parent.字段），不能写 x-follows`)
  else if (search || [heading, category, region].includes(name))
    report(`字段“${name}”用于检索、标题、类别或地区，其值在提交时编入索引，不能写 x-follows`)
  else if (parent?.fields.find((one) => one.name === source)?.from)
    report(`上级内容的“${source}”由系统填写，字段“${name}”不能跟随：请改为由人填写的字段`)
}

/** A submitted item can take its parent to the declared states. */
function checkTakes(at: Place, type: ContentType, { title, lifecycle }: ContentType): void {
  const { field: name = '', steps = {}, stays = [], words } = type.takes ?? {}
  const known = new Map(type.fields.filter(({ system }) => !system).map((field) => [field.name, field]))
  const field = known.get(name)
  if (!at.at('field').refers('field', '字段', name, known)) return
  if (words !== undefined) at.at('words').refers('field', '字段', words, known)
  if (field?.type !== 'dict' || !field.required) {
    at.at('field').report('takes_type', `字段“${name}”的取值决定上级内容的状态，须是必填的字典字段`, {
      found: field?.type ?? '',
    })
    return
  }
  for (const [index, value] of stays.entries())
    if (!Object.hasOwn(steps, value)) checkCode(at.at('stays', index), field, value)
    else
      at.at('stays', index).report(
        'takes_both',
        `取值“${value}”在 steps 中通向状态“${steps[value]}”，不能再写入 stays`,
        { found: value },
      )
  const states = new Map(Object.entries(lifecycle.states))
  for (const [value, state] of Object.entries(steps)) {
    const place = at.at('steps', value)
    checkCode(place, field, value, true)
    if (!place.refers('state', '状态', state, states)) continue
    const ways = lifecycle.transitions.filter(({ to }) => to === state)
    const asking = ways.find(({ form }) => form !== undefined)
    if (asking)
      place.report('takes_form', `“${title}”的流转“${asking.title}”要填写表单，不能由提交下级内容带动`, {
        found: state,
      })
    if (ways.length === 0)
      place.report('takes_never', `“${title}”的生命周期没有通向状态“${states.get(state)?.title}”的流转`, {
        found: state,
      })
  }
}

/** `marks` name only fields that the system fills, besides the caller's own answers. */
const preconditionFields = defineRule({
  codes: ['marks_unknown'],
  on: 'type',
  check({ at, type: { fields } }: Nodes['type']) {
    const filled = fields.filter(({ from }) => from !== undefined).map(({ name }) => name)
    for (const [name, endpoint] of Object.entries(at.document.value.endpoints))
      for (const [index, mark] of ((typeof endpoint === 'object' && endpoint.marks) || []).entries())
        at.at('endpoints', name, 'marks', index).expect(
          filled,
          mark,
          'marks_unknown',
          `marks 只能写由系统填写（x-from）的字段，“${mark}”不是`,
        )
  },
})

export const parentRules: readonly Rule[] = [parentCycles, preconditionFields, parents]
