// Checks what a content type declares about parent and child items.

import { checkUntilDate } from '#config/compile/fields/past-dates.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { audiencesOf as viewersOf } from '#shared/access/field-read-access.ts'
import {
  type Audience,
  isRelation,
  parentPartyAudience,
  partyField,
  regionalOf,
} from '#shared/access/roles.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'

/** Checks that the relations that a type names can exist at all. */
export function checkAudiences(
  context: Context,
  document: Document<WrittenContentType>,
  type: ContentType,
  types: ReadonlyMap<string, ContentType>,
): void {
  for (const { audience, path } of audiencesOf(type, document)) {
    if (audience === 'parent.owner' && type.parent === undefined)
      context.report(document, path, {
        slug: 'parent_missing',
        message: `“${type.title}”没有用 parent 指明上级，不能使用 parent.owner（上级内容的发布者）`,
        found: audience,
      })
    checkParty(context, document, path, audience, type, types)
    if (audience === 'partner' && !hasPartners(type, types) && context.invalidIds('content').length === 0)
      context.report(document, path, {
        slug: 'partner_missing',
        message: `“${type.title}”没有可成为合作方的下级内容：其生命周期须有写明 partner 的状态`,
        found: audience,
      })
  }
}

/** Field types that can name accounts, entries or items; a fixed choice names nobody. */
const NAMING: ReadonlySet<FieldType> = new Set(['ref', 'text'])

/** Checks that the field that names a party exists, and that the item has the region that is asked of it. */
function checkParty(
  context: Context,
  document: Document,
  path: Path,
  audience: Audience,
  type: ContentType,
  types: ReadonlyMap<string, ContentType>,
): void {
  if (regionalOf(audience) !== undefined && type.region === undefined)
    context.report(document, path, {
      slug: 'region_missing',
      message: `“${type.title}”没有用 region 指明地区字段，不能使用“${audience}”（本地区用户）`,
      found: audience,
    })
  const above = parentPartyAudience(audience)
  const of = above === undefined ? type : parentOf(type, types)
  const name = partyField(above ?? audience)
  if (name === undefined || (of === undefined && context.invalidIds('content').length > 0)) return
  const field = of?.fields.find((one) => one.name === name && !one.system && NAMING.has(one.type))
  if (field) return
  context.report(document, path, {
    slug: 'party_field',
    message: of
      ? `“${of.title}”没有可指明一方的字段“${name}”（引用或文字字段），“${audience}”没有对应的用户`
      : `“${type.title}”没有用 parent 指明上级，不能使用“${audience}”（上级内容的一方）`,
    found: name,
    known: (of?.fields ?? []).flatMap((one) => (!one.system && NAMING.has(one.type) ? [one.name] : [])),
  })
}

function parentOf(type: ContentType, types: ReadonlyMap<string, ContentType>): ContentType | undefined {
  const field = type.fields.find(({ name }) => name === type.parent)
  return types.get(field?.ref ?? '')
}

function hasPartners(type: ContentType, types: ReadonlyMap<string, ContentType>): boolean {
  return [...types.values()].some(
    (child) =>
      parentOf(child, types) === type && Object.values(child.lifecycle.states).some(({ partner }) => partner),
  )
}

interface Use {
  readonly audience: Audience
  readonly path: Path
}

/**
 * Returns the locations where the type names relations. Relations of its lifecycle are reported where the type names
 * the lifecycle.
 */
function audiencesOf(type: ContentType, { value: written }: Document<WrittenContentType>): Use[] {
  const inLifecycle = [
    ...Object.values(type.lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...type.lifecycle.transitions.flatMap(({ by, not = [], readers = [], parent }) => [
      ...by,
      ...not,
      ...viewersOf(readers),
      ...(parent ? ['parent.owner' as const] : []),
    ]),
    ...(type.lifecycle.vacancy ?? []).flatMap(({ part, to }) => [part, ...to]),
  ]
  const uses: Use[] = [
    ...[...new Set(inLifecycle)].map((audience) => ({ audience, path: ['lifecycle'] })),
    ...type.fields.flatMap(({ name, visible = [] }) =>
      viewersOf(visible).map((audience, index) => ({
        audience,
        path: ['fields', 'properties', name, 'x-visible', index],
      })),
    ),
    ...Object.entries(written.endpoints).flatMap(([name, endpoint]) =>
      Object.entries((typeof endpoint === 'string' ? undefined : endpoint.standing) ?? {}).flatMap(
        ([relationName, rule]) =>
          (Array.isArray(rule) ? rule : Object.values(rule).flat()).map((audience) => ({
            audience: String(audience),
            path: ['endpoints', name, 'standing', relationName],
          })),
      ),
    ),
    ...(type.disclosure?.otherwise ?? []).map((audience, index) => ({
      audience,
      path: ['disclosure', 'otherwise', index],
    })),
    ...(['by', 'not'] as const).flatMap((key) =>
      (type.admission?.[key] ?? []).map((audience, index) => ({ audience, path: ['admission', key, index] })),
    ),
    ...Object.entries(written.endpoints).flatMap(([name, endpoint]) =>
      (typeof endpoint === 'string' ? [] : [endpoint.access ?? []].flat()).map((audience) => ({
        audience,
        path: ['endpoints', name, 'access'],
      })),
    ),
  ]
  return uses.filter(({ audience }) => isRelation(audience))
}

export function checkParent(
  context: Context,
  document: Document,
  type: ContentType,
  parent: ContentType | undefined,
): void {
  const { disclosure, admission: submissionPolicy, advances } = type
  for (const [key, used] of [
    ['disclosure', disclosure],
    ['admission', submissionPolicy],
    ['advances', advances],
  ] as const)
    if (used && !parent)
      context.report(document, [key], {
        slug: 'parent_missing',
        message: `${key} 用于上级内容，须先用 parent 指明一个引用字段（x-ref）`,
        key: true,
      })
  if (!parent) return
  if (disclosure) {
    const field = fieldOf(context, document, ['disclosure', 'field'], parent, disclosure.field)
    for (const [index, value] of disclosure.open.entries())
      checkValue(context, document, ['disclosure', 'open', index], field, value)
  }
  for (const [index, state] of (submissionPolicy?.states ?? []).entries())
    context.refers(
      document,
      ['admission', 'states', index],
      'state',
      '状态',
      state,
      new Map(Object.entries(parent.lifecycle.states)),
    )
  if (submissionPolicy?.until !== undefined) {
    const field = fieldOf(context, document, ['admission', 'until'], parent, submissionPolicy.until)
    if (field && field.type !== 'date' && field.type !== 'date-time')
      context.report(document, ['admission', 'until'], {
        slug: 'admission_type',
        message: `字段“${field.name}”的类型是 ${field.type}，until 须是日期`,
        found: field.type,
        expected: 'date',
      })
    if (field) checkUntilDate({ context, document, path: ['admission', 'until'], type: parent.name }, field)
  }
  checkAdvances(context, document, type, parent)
  for (const [name, values] of Object.entries(submissionPolicy?.except ?? {})) {
    const field = fieldOf(context, document, ['admission', 'except', name], parent, name, true)
    for (const [index, value] of values.entries())
      checkValue(context, document, ['admission', 'except', name, index], field, value)
  }
}

function checkAdvances(context: Context, document: Document, type: ContentType, parent: ContentType): void {
  const actions = type.lifecycle.transitions.map(({ action }): string => action)
  for (const [action, { field: name, from, to, in: among = {} }] of Object.entries(type.advances ?? {})) {
    const at = ['advances', action]
    if (!actions.includes(action))
      context.report(document, at, {
        slug: 'transition_unknown',
        message: `生命周期“${type.lifecycle.title}”没有流转“${action}”`,
        found: action,
        known: actions,
        key: true,
      })
    const field = fieldOf(context, document, [...at, 'field'], parent, name)
    for (const [index, value] of from.entries())
      checkValue(context, document, [...at, 'from', index], field, value)
    checkValue(context, document, [...at, 'to'], field, to)
    const known = Object.keys(parent.lifecycle.states)
    for (const [state, value] of Object.entries(among)) {
      if (!known.includes(state))
        context.report(document, [...at, 'in', state], {
          slug: 'state_unknown',
          message: `上级内容“${parent.title}”没有状态“${state}”`,
          found: state,
          known,
          key: true,
        })
      checkValue(context, document, [...at, 'in', state], field, value)
    }
  }
}

function fieldOf(
  context: Context,
  document: Document,
  path: Path,
  { fields, title }: ContentType,
  name: string,
  key = false,
): Field | undefined {
  const field = fields.find((candidate) => candidate.name === name)
  if (!field)
    context.report(document, path, {
      slug: 'field_unknown',
      message: `上级内容“${title}”没有字段“${name}”`,
      found: name,
      known: fields.map((candidate) => candidate.name),
      ...(key ? { key } : {}),
    })
  return field
}

function checkValue(
  context: Context,
  document: Document,
  path: Path,
  field: Field | undefined,
  value: string,
): void {
  const dictionary = context.of('dictionary').get(field?.dict ?? '')
  if (!field || !dictionary) return
  const known = dictionary.value.items.map((item) => item.value)
  if (!known.includes(value))
    context.report(document, path, {
      slug: 'value_unknown',
      message: `字典“${field.dict}”没有取值“${value}”`,
      found: value,
      known,
    })
}
