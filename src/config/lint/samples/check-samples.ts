// Checks that sample rows fit their content type.

import { findViolation } from '#config/compile/common/schema-violation.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { partyField } from '#shared/access/roles.ts'
import { isOffset } from '#shared/formats/date-offset.ts'
import { isRegionCode } from '#shared/formats/region-codes.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import {
  type BrokenRules,
  checkSampleRules,
  type RowRules,
  reportBroken,
  toRowRules,
} from './check-sample-rules.ts'

/** Keys of a sample that are no fields: identity, owner, account, state and counters. */
export const SAMPLE_KEYS = [
  '_id',
  '_status',
  '_owner',
  '_account',
  '_publishedDaysAgo',
  '_views',
  '_likes',
  '_comments',
]

/** Days and how often: nothing was published in the future. */
const SAMPLE_COUNTS = ['_publishedDaysAgo', '_views', '_likes']

/** The findings about the rows of a type that concern its rules. */
interface SampleFindings {
  readonly rowRules: RowRules
  readonly broken: BrokenRules
}

export function checkSamples(
  context: Context,
  model: Pick<Model, 'contentTypes' | 'forms' | 'samples'>,
): void {
  const sources: Sources = {
    types: new Map(model.contentTypes.map((type) => [type.name, type])),
    accounts: accountsOf(context, model),
    forms: new Map(model.forms.map((form) => [form.id, form])),
    rows: new Map(Object.entries(model.samples)),
  }
  for (const { name } of model.contentTypes) {
    const document = context.of('samples').get(name)
    if (!document) continue
    const { rowRules, broken } = checkFile(context, document, name, sources)
    reportBroken(context, document, rowRules, broken)
  }
}

/** The input of the row checks. */
interface Sources {
  readonly types: ReadonlyMap<string, ContentType>
  /** By their own names. */
  readonly accounts: ReadonlyMap<string, string>
  readonly forms: ReadonlyMap<string, FormModel>
  /** By the name of their type. */
  readonly rows: ReadonlyMap<string, readonly Json[]>
}

function checkFieldValue(context: Context, document: Document, path: Path, field: Field, value: Json): void {
  const codes = field.schema.enum as readonly string[] | undefined
  if (field.type === 'dict' && codes && !codes.includes(value as string))
    context.report(document, path, {
      slug: 'value_unknown',
      message: `值“${String(value)}”不在字典“${field.dict}”中`,
      found: String(value),
      known: codes.map(String),
    })
  else if (field.type === 'region' && !isRegionCode(String(value)))
    context.report(document, path, {
      slug: 'value_unknown',
      message: `行政区划代码“${String(value)}”不存在`,
      found: String(value),
    })
  else if (!hasType(field.schema.type, value))
    context.report(document, path, {
      slug: 'type_wrong',
      message: `字段“${field.name}”应为 ${String(field.schema.type)}`,
    })
  else checkValue(context, document, path, field, value)
}

function checkFile(
  context: Context,
  document: Document,
  name: string,
  { types, accounts, forms, rows }: Sources,
): SampleFindings {
  const type = types.get(name) as ContentType // it is of the model
  const own = rows.get(name) ?? []
  // A field under a reserved name is refused there, not wherever it is given.
  const reserved = new Set(forms.get(name)?.fields.map(({ name }) => name))
  const fields = new Map(type.fields.filter((field) => !field.system).map((field) => [field.name, field]))
  const required = [...fields.values()].filter(
    (field) => field.required && !Object.hasOwn(type.conditions, field.name),
  )
  const rowRules = toRowRules(type)
  const broken: BrokenRules = new Map()
  checkRows(context, document, type, own, accounts)
  for (const [index, row] of own.entries()) {
    if (row === null || typeof row !== 'object') continue
    for (const [name, value] of Object.entries(row)) {
      if (SAMPLE_COUNTS.includes(name) && !(typeof value === 'number' && value >= 0))
        context.report(document, ['items', index, name], {
          slug: 'sample_count',
          message: `${name} 应为不小于 0 的数：示例不能在将来发布，次数不能为负`,
          found: String(value),
        })
      const field = fields.get(name)
      if (SAMPLE_KEYS.includes(name) || (!field && reserved.has(name))) continue
      if (field) checkFieldValue(context, document, ['items', index, name], field, value)
      else
        context.report(document, ['items', index, name], {
          slug: 'field_unknown',
          message: `内容类型“${type.title}”没有字段“${name}”`,
          found: name,
          known: [...fields.keys(), ...SAMPLE_KEYS],
          key: true,
        })
    }
    checkSampleRules(
      context,
      document,
      ['items', index],
      rowRules,
      row as Readonly<Record<string, unknown>>,
      broken,
    )
    for (const field of required)
      if (!Object.hasOwn(row, field.name))
        context.report(document, ['items', index], {
          slug: 'key_missing',
          message: `示例缺少必填字段“${field.name}”`,
          expected: field.name,
        })
  }
  return { rowRules, broken }
}

/**
 * Checks one value. Dates may be relative to the day of seeding. Values made of files and groups are checked where
 * they are displayed.
 */
export function checkValue(
  context: Context,
  document: Document,
  path: Path,
  field: Field,
  value: unknown,
): void {
  if (isOffset(value)) return
  const items = (field.schema.items ?? {}) as JsonSchema
  const codes = field.type === 'dict-list' && Array.isArray(value) ? value : []
  const own = findViolation(field.schema, value)
  const refusals = [...(own ? [own] : []), ...codes.flatMap((code) => findViolation(items, code) ?? [])]
  for (const { reason, known } of refusals.slice(0, 1))
    context.report(document, path, {
      slug: 'sample_refused',
      message: `“${field.title}”（${field.name}）不能这样填写：${reason}`,
      found: String(
        Array.isArray(value) ? (value.find((code) => known?.includes(code) === false) ?? '') : value,
      ),
      ...(known ? { known } : {}),
    })
}

interface Row {
  readonly _id?: unknown
  readonly _status?: unknown
  readonly _owner?: unknown
  readonly _account?: unknown
}

/** Accounts that demo mode makes, and those that entries of directories get. */
function accountsOf(context: Context, { samples }: Pick<Model, 'samples'>): ReadonlyMap<string, string> {
  const demo = context.roles.flatMap(({ name, demo: list }) =>
    list.map((_, index) => `demo-${name}${index === 0 ? '' : `-${index + 1}`}`),
  )
  const own = Object.values(samples).flatMap((rows) =>
    rows.flatMap((row) => {
      const { _account } = (row ?? {}) as Row
      return typeof _account === 'string' ? [_account] : []
    }),
  )
  return new Map([...demo, ...own].map((account) => [account, account]))
}

function checkRows(
  context: Context,
  document: Document,
  { title, lifecycle }: ContentType,
  rows: readonly unknown[],
  accounts: ReadonlyMap<string, string>,
): void {
  const seen = new Set<unknown>()
  for (const [index, row] of rows.entries()) {
    const { _id, _status, _owner } = (row ?? {}) as Row
    if (_id !== undefined && seen.has(_id))
      context.report(document, ['items', index, '_id'], {
        slug: 'sample_duplicate',
        message: `示例的编号“${String(_id)}”重复，后一条会取代前一条`,
        found: String(_id),
      })
    seen.add(_id)
    if (_status !== undefined && !Object.hasOwn(lifecycle.states, String(_status)))
      context.report(document, ['items', index, '_status'], {
        slug: 'state_unknown',
        message: `“${title}”没有状态“${String(_status)}”`,
        found: String(_status),
        known: Object.keys(lifecycle.states),
      })
    checkParty(
      context,
      document,
      ['items', index],
      title,
      lifecycle,
      row as Readonly<Record<string, unknown>>,
    )
    if (_owner !== undefined && !context.isInvalid('roles', 'roles') && !accounts.has(String(_owner)))
      context.report(document, ['items', index, '_owner'], {
        slug: 'sample_owner',
        message: `没有账号“${String(_owner)}”：演示账号名为 demo-角色，名录条目的账号取自 _account`,
        found: String(_owner),
        known: accounts.keys(),
      })
  }
}

/** In a state whose steps are those of a party, somebody is that party. */
function checkParty(
  context: Context,
  document: Document,
  path: Path,
  title: string,
  { initial, states, transitions }: ContentType['lifecycle'],
  row: Readonly<Record<string, unknown>>,
): void {
  const state = String(row._status ?? initial)
  const field = transitions
    .filter(({ from }) => from.includes(state))
    .flatMap(({ by }) => by.flatMap((who) => partyField(who) ?? []))
    .find((name) => row[name] === undefined)
  if (field === undefined) return
  context.report(document, path, {
    warning: true,
    slug: 'sample_party',
    message: `“${title}”处于“${states[state]?.title ?? state}”时由“${field}”所指的人办理，示例却没有填写该字段，无法继续办理：请补充`,
    expected: field,
  })
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === undefined || typeof value === type
}
