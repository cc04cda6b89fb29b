// Rules over what content types declare about parent and child items.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import { reportPast } from '#config/compile/fields/past-dates.ts'
import { messageOf } from '#config/load/codes.ts'
import { type Place, placeOf } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import { defineRule, type Lint, type Nodes, type Rule } from '../rule.ts'

const findParentField = ({ parent, fields }: ContentType) => fields.find(({ name }) => name === parent)

/** A type may be its own parent, as branches are; of two that are each other's parent no first item can exist. */
const parentCycles = defineRule('model', ({ context, contentTypes, typeOf }) => {
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
    const titles = ring.map((name) => `“${typeOf.get(name)?.title ?? name}”`).join(' → ')
    const at = placeOf(context, 'content', own?.name, ['parent'])
    at?.report('parent_ring', { found: own?.parent ?? '', titles })
  }
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
const parents = defineRule('type', (node, lint) => {
  const { at, type, parent } = node
  const { ref } = findParentField(type) ?? {}
  // Of a file that is broken itself nothing can be said.
  if (ref !== undefined && lint.context.isInvalid('content', ref)) return
  const meant = parent && otherMeant(type, parent, lint)
  if (parent && meant) {
    const missing = parentFieldsOf(type).filter((name) => !parent.fields.some((one) => one.name === name))
    at.at('fields', 'properties', type.parent ?? '', 'x-ref').report('parent_other', {
      found: parent.name,
      expected: meant.name,
      parent,
      missing,
      meant,
    })
    return
  }
  for (const key of ['disclosure', 'admission', 'advances', 'takes'] as const)
    if (type[key] && !parent) at.at(key).report('parent_missing.part', { key: true, part: key })
  for (const field of type.fields) {
    const place = at.at('fields', 'properties', field.name)
    const source = takenFrom(type, field.from)
    if (source?.isParent) checkSource(place.at('x-from'), { field, root: 'parent' }, parent)
    else if (source) checkReferred(place.at('x-from'), type, field, lint)
    const by = type.fields.find(({ name }) => name === source?.by)
    if (field.follows) checkFollowing(place.at('x-follows'), type, field, lint.typeOf.get(by?.ref ?? ''))
  }
  if (!parent) return
  checkDisclosure(at.at('disclosure'), type, parent)
  checkAdmission(at.at('admission'), type, parent)
  checkAdvances(at.at('advances'), type, parent)
  if (type.takes) checkTakes(at.at('takes'), type, parent)
})

function fieldOf(at: Place, parent: ContentType, name: string, key = false): Field | undefined {
  const known = parent.fields.map((field) => field.name)
  at.expect(known, name, 'field_unknown.parent', { key, parent, name })
  return parent.fields.find((field) => field.name === name)
}

function checkCode(at: Place, field: Field | undefined, value: string, key = false): void {
  const dictionary = at.context.of('dictionary').get(field?.dict ?? '')
  const codes = dictionary?.value.items.map((item) => item.value)
  if (codes) at.expect(codes, value, 'value_unknown.code', { key, field })
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
    place.report('admission_type', { found: field.type, expected: 'date', field })
  if (field) reportPast(place, parent.name, field, 'until_past')
  for (const [name, values] of Object.entries(except)) {
    const excepted = fieldOf(at.at('except', name), parent, name, true)
    for (const [index, value] of values.entries()) checkCode(at.at('except', name, index), excepted, value)
  }
}

function checkAdvances(at: Place, { lifecycle, advances = {} }: ContentType, parent: ContentType): void {
  const actions = lifecycle.transitions.map(({ action }): string => action)
  const states = Object.keys(parent.lifecycle.states)
  for (const [action, { field: name, from, to, in: among = {} }] of Object.entries(advances)) {
    const place = at.at(action)
    place.expect(actions, action, 'transition_unknown.advances', { key: true, lifecycle })
    const field = fieldOf(place.at('field'), parent, name)
    for (const [index, value] of from.entries()) checkCode(place.at('from', index), field, value)
    checkCode(place.at('to'), field, to)
    for (const [state, value] of Object.entries(among)) {
      place.at('in', state).expect(states, state, 'state_unknown.parent', { key: true, parent })
      checkCode(place.at('in', state), field, value)
    }
  }
}

/** Returns true if it depends on the reader who sees the field: its value is secret or restricted. */
const isClosed = (source: Field, field: Field): boolean =>
  isSecret(source) || (source.visible !== undefined && field.visible === undefined)

/** A field that the system fills from what another field refers to (`x-from`). */
function checkReferred(at: Place, type: ContentType, field: Field, { context, typeOf }: Lint): void {
  const { by = '' } = takenFrom(type, field.from) ?? {}
  const references = type.fields.filter((one) => one.type === 'ref' && one.ref !== undefined && !one.from)
  const reference = references.find(({ name }) => name === by)
  if (!reference) {
    const known = references.map(({ name }) => `${name}.${field.from?.slice(by.length + 1)}`)
    at.report('from_reference', { found: field.from ?? '', known, by, field })
    return
  }
  const target = typeOf.get(reference.ref ?? '')
  if (target && !context.isInvalid('content', target.name)) checkSource(at, { field, root: by }, target)
}

/** A field that the system fills from another item (`x-from`); `root` is what stands before its field. */
function checkSource(
  at: Place,
  { field, root }: { readonly field: Field; readonly root: string },
  parent: ContentType | undefined,
): void {
  const { title, type, ref, from = '' } = field
  const name = from.slice(root.length + 1)
  if (!parent) {
    at.report('parent_missing.source', { field })
    return
  }
  if (name === OWNER) {
    if (type !== 'text') at.report('from_type.owner', { found: type, field })
    return
  }
  const fields = parent.fields.filter(({ system, of }) => !system && of === undefined)
  const source = fields.find((one) => one.name === name)
  if (!source) {
    const fits = fields.filter((one) => !findMisfit(one, field) && one.ref === ref && !isClosed(one, field))
    const names = [...(type === 'text' ? [OWNER] : []), ...fits.map((one) => one.name)]
    const known = names.map((one) => `${root}.${one}`)
    const code = root === 'parent' ? 'field_unknown.parent' : 'field_unknown.type'
    at.report(code, { found: from, known, parent, type: parent, name })
    return
  }
  const misfit = findMisfit(source, field)
  if (misfit) at.report('from_type.misfit', { found: from, misfit: messageOf(...misfit) })
  else if (source.ref !== ref) at.report('from_type.other', { found: from, source, title })
  if (isClosed(source, field)) at.report('from_private', { found: from, source, title })
}

/** Values that the database derives from a field are written with the item, not when the parent changes. */
function checkFollowing(
  at: Place,
  type: ContentType,
  { name, from, search }: Field,
  parent: ContentType | undefined,
): void {
  const { heading, category, region } = type
  const source = takenFrom(type, from)?.field ?? OWNER
  if (source === OWNER) at.report('follows_place.source', { name })
  else if (search || [heading, category, region].includes(name)) at.report('follows_place.indexed', { name })
  else if (parent?.fields.find((one) => one.name === source)?.from)
    at.report('follows_place.filled', { name, source })
}

/** A submitted item can take its parent to the declared states. */
function checkTakes(at: Place, type: ContentType, { title, lifecycle }: ContentType): void {
  const { field: name = '', steps = {}, stays = [], words } = type.takes ?? {}
  const known = new Map(type.fields.filter(({ system }) => !system).map((field) => [field.name, field]))
  const field = known.get(name)
  if (!at.at('field').refers('field', '字段', name, known)) return
  if (words !== undefined) at.at('words').refers('field', '字段', words, known)
  if (field?.type !== 'dict' || !field.required) {
    at.at('field').report('takes_type', { found: field?.type ?? '', name })
    return
  }
  for (const [index, value] of stays.entries())
    if (!Object.hasOwn(steps, value)) checkCode(at.at('stays', index), field, value)
    else at.at('stays', index).report('takes_both', { found: value, state: steps[value] })
  const states = new Map(Object.entries(lifecycle.states))
  for (const [value, state] of Object.entries(steps)) {
    const place = at.at('steps', value)
    checkCode(place, field, value, true)
    if (!place.refers('state', '状态', state, states)) continue
    const ways = lifecycle.transitions.filter(({ to }) => to === state)
    const asking = ways.find(({ form }) => form !== undefined)
    if (asking) place.report('takes_form', { found: state, title, asking })
    if (ways.length === 0) place.report('takes_never.way', { found: state, title, state: states.get(state) })
  }
}

/** `marks` name only fields that the system fills, besides the caller's own answers. */
const preconditionFields = defineRule('type', ({ at, type: { fields } }: Nodes['type']) => {
  const filled = fields.filter(({ from }) => from !== undefined).map(({ name }) => name)
  for (const [name, endpoint] of Object.entries(at.document.value.endpoints))
    for (const [index, mark] of ((typeof endpoint === 'object' && endpoint.marks) || []).entries())
      at.at('endpoints', name, 'marks', index).expect(filled, mark, 'marks_unknown', {})
})

export const parentRules: readonly Rule[] = [parentCycles, preconditionFields, parents]
