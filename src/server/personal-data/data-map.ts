// Builds the data map: every personal field of the configuration and of the program's tables, with purpose and retention.
import type { Call, Handlers } from '#server/platform/call.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import { audiencesOf } from '#shared/access/field-read-access.ts'
import { isMaskedFor, isMaskedInLists } from '#shared/access/mask-field.ts'
import {
  canContainNumber,
  isSecret,
  personalFieldsOf,
  personalUseOf,
} from '#shared/access/personal-fields.ts'
import { audienceTitle } from '#shared/access/roles.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { describeRetention } from './retention-rules.ts'
import type { PersonalTable } from './tables/personal-table.ts'
import { personalTables } from './tables/personal-tables.ts'

/** One line of the map. */
export interface MapEntry {
  /** The content type, form or table. */
  readonly place: string
  readonly field: string
  readonly title: string
  readonly purpose: string
  readonly readers: string
  readonly masked: string
  readonly sealed: string
  readonly retention: string
  /** What deletes it. */
  readonly deletion: string
}

const NO = '否'
const ACCOUNT_LIFE = '账号存续期间'

/** All entries: fields of content types, of forms, then of tables. */
export function dataMap(model: Model): MapEntry[] {
  const types = new Set(model.contentTypes.map(({ name }) => name))
  return [
    ...model.contentTypes.flatMap((type) =>
      personalFieldsOf(type).map((field) => ofContent(model, type, field)),
    ),
    ...model.forms
      .filter(({ id }) => !types.has(id))
      .flatMap((form) => personalFieldsOf(form).map((field) => ofForm(model, form, field))),
    ...personalTables().map(([name, table]) => ofTable(name, table)),
  ]
}

function ofContent(model: Model, type: ContentType, field: Field): MapEntry {
  const { purpose = `办理${type.title}`, retention, promise } = personalUseOf(type, field)
  const period = retention ? `办结后 ${describeRetention(retention)}` : (promise ?? ACCOUNT_LIFE)
  return {
    place: type.title,
    field: `${type.name}.${field.name}`,
    title: titleWithParts(field),
    purpose,
    readers: readersOf(model, type, field),
    masked: isMaskedFor(type, field) ? '是' : isMaskedInLists(field) ? '列表中' : NO,
    sealed: isSecret(field) ? '是' : NO,
    retention: period,
    deletion: retention ? '期满由系统删除；注销账号' : '注销账号',
  }
}

function readersOf({ roles }: Model, { lifecycle }: ContentType, { visible }: Field): string {
  if (visible !== undefined)
    return [...new Set(audiencesOf(visible).map((who) => audienceTitle(roles, who)))].join('、')
  return openStates(lifecycle).length > 0 ? '能看到该内容的人' : '参与办理的人'
}

function ofForm(model: Model, form: FormModel, field: Field): MapEntry {
  const { purpose = form.title, promise } = personalUseOf(form, field)
  const isOfTransition = model.contentTypes.some(({ lifecycle }) =>
    lifecycle.transitions.some((transition) => transition.form === form.id),
  )
  const isOfAccount = model.operations.some(
    ({ id, form: asks, registers }) => asks === form.id && (registers !== undefined || PROFILE.has(id)),
  )
  return {
    place: form.title,
    field: `${form.id}.${field.name}`,
    title: titleWithParts(field),
    purpose,
    readers: isOfTransition ? '参与办理的人' : isOfAccount ? '本人、审核注册的人员' : '本人',
    masked: canContainNumber(field) && isOfAccount ? '是' : NO,
    sealed: isSecret(field) ? '是' : NO,
    retention:
      promise ??
      (isOfTransition ? '与所属内容相同' : isOfAccount ? ACCOUNT_LIFE : '用于这一次操作，不另外保存'),
    deletion: isOfTransition
      ? '随所属内容期满；注销账号'
      : isOfAccount
        ? '注销账号；未通过的一年后由系统删除'
        : '—',
  }
}

/** Calls that change what an account was registered with. */
const PROFILE = new Set(['auth.update', 'auth.updateSupplier', 'auth.improveIdCard'])

function ofTable(name: string, table: PersonalTable): MapEntry {
  const { title, data, purpose, readers, sealed = NO, expires = [], kept, deletedWith, afterwards } = table
  const periods = expires.map(({ days, which }) => {
    const period = describeRetention(days % 365 === 0 ? { years: days / 365 } : { days })
    return which === undefined ? period : `${which} ${period}`
  })
  const onLeaving = deletedWith ? '删除' : afterwards
  return {
    place: title,
    field: name,
    title: data,
    purpose,
    readers,
    masked: NO,
    sealed,
    retention: [kept, ...periods].filter(Boolean).join('；'),
    deletion:
      [
        ...(expires.length > 0 ? ['期满由系统删除'] : []),
        ...(onLeaving === undefined ? [] : [`注销账号：${onLeaving}`]),
      ].join('；') || '—',
  }
}

/** The parts of a group or of rows that are personal stand behind its title. */
function titleWithParts({ title, schema }: Field): string {
  const rows = (schema.items ?? schema) as { readonly properties?: Readonly<Record<string, JsonSchema>> }
  const parts = Object.values(rows.properties ?? {}).filter((part) =>
    canContainNumber({ type: 'text', schema: part }),
  )
  return parts.length === 0 ? title : `${title}（${parts.map((part) => part.title).join('、')}）`
}

const COLUMNS: readonly (readonly [string, (entry: MapEntry) => string])[] = [
  ['字段', ({ field }) => `\`${field}\``],
  ['名称', ({ title }) => title],
  ['目的', ({ purpose }) => purpose],
  ['谁能看', ({ readers }) => readers],
  ['遮盖', ({ masked }) => masked],
  ['加密', ({ sealed }) => sealed],
  ['保存期限', ({ retention }) => retention],
  ['如何删除', ({ deletion }) => deletion],
]

/** The map as a document, one table for each content type and form, and one for all tables of the program. */
export function toDataMapText(model: Model): string {
  const entries = dataMap(model)
  const tables = new Set(personalTables().map(([name]) => name as string))
  const places = new Map<string, MapEntry[]>()
  for (const entry of entries) {
    const key = tables.has(entry.field) ? '' : `${entry.place}|${entry.field.split('.')[0]}`
    places.set(key, [...(places.get(key) ?? []), entry])
  }
  const lines = [
    '# 个人信息清单',
    '',
    '由 `npm run docs` 写出，请勿修改。字段的目的与保存期限写在配置的 `personal`、`x-personal`、`x-sensitive` 中；程序自身的表写在 `src/server/personal-data/tables`。',
    '',
  ]
  for (const [key, rows] of places) {
    const [place, id] = key.split('|')
    lines.push(key === '' ? '## 程序自身的表' : `## ${place}（${id}）`, '', ...toTable(key === '', rows), '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function toTable(isProgram: boolean, entries: readonly MapEntry[]): string[] {
  const columns = isProgram
    ? [['表', ({ place, field }: MapEntry) => `${place} \`${field}\``] as const, ...COLUMNS.slice(1)]
    : COLUMNS
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line(columns.map(([head]) => head)),
    line(columns.map(() => '---')),
    ...entries.map((entry) => line(columns.map(([, of]) => of(entry)))),
  ]
}

export const dataMapHandlers: Handlers = {
  'personal.map': async ({ services, params }: Call) => {
    const entries = dataMap(services.model())
    const paging = readPaging(params)
    const { page, limit } = paging
    return toPaged(entries.slice((page - 1) * limit, page * limit), entries.length, paging)
  },
}
