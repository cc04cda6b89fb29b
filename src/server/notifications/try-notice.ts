// Tries a template of notices on an item: the title and the text as they would be sent, and a copy to who tries it.
import { type Kysely, sql } from 'kysely'
import { formatNotice } from '#server/content/items/format-notice.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { fieldsHiddenFrom, findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Caller } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'
import { findTemplate, writeNotices } from './write-notices.ts'

const MAX_ITEMS = 20
const ITEM_FIELD = /\{item\.(\w+)\}/g
const EVENT_VALUE = /\{event\.(\w+)\}/g
/** Of every item. */
const COMMON: ReadonlySet<string> = new Set(['id', 'type', 'title'])
/** The kind of notices that the portal has for certain where the template is new. */
const ANY_KIND = '1'

interface Problem {
  readonly place: 'title' | 'text'
  readonly message: string
}

/** The types whose lifecycle or events send the notice; all that are public where none does. */
function typesOf({ contentTypes }: Model, id: string) {
  const named = JSON.stringify(id)
  const own = contentTypes.filter((type) => JSON.stringify(type).includes(named))
  return own.length > 0 ? own : contentTypes
}

async function loadItems(db: Kysely<Schema>, plan: TypePlan, caller: Caller): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`select ${sql.raw(plan.infoColumns)} from item
    where type = ${plan.type.name} and ${plan.relations.readableTo(caller)}
    order by updated_at desc, id desc limit ${MAX_ITEMS}`.execute(db)
  return rows
}

/** A field that the item lacks leaves a gap in the sentence; one that is hidden must not stand in a notice. */
function findProblems(
  texts: readonly (readonly [Problem['place'], string])[],
  plan: TypePlan,
  row: ItemRow,
  caller: Caller,
) {
  const hidden = fieldsHiddenFrom(plan, caller, row)
  return texts.flatMap(([place, text]) =>
    [...text.matchAll(ITEM_FIELD)].flatMap(([written, name = '']): Problem[] => {
      if (COMMON.has(name)) return []
      if (!plan.byName.has(name)) return [{ place, message: `“${plan.type.title}”没有字段 ${written}` }]
      if (hidden.has(name)) return [{ place, message: `${written} 不对所有收件人公开，不能写进通知` }]
      const { [name]: value } = row.body
      return value === undefined || value === null || value === ''
        ? [{ place, message: `这条内容没有填写 ${written}，句中会空出一处` }]
        : []
    }),
  )
}

async function tryType({ services, caller }: Call, type: ContentType | undefined) {
  const plan = type && findPlan(services.model(), type.name)
  return { type, plan, rows: plan ? await loadItems(services.db, plan, caller) : [] }
}

export async function tryNotice(call: Call): Promise<unknown> {
  const { services, caller } = call
  const { id, title, text, type: wanted, itemId, send } = bodyOf<'msgNotice.try'>(call)
  const model = services.model()
  const types = typesOf(model, id)
  const asked = types.find(({ name }) => name === wanted)
  let tried = await tryType(call, asked ?? types[0])
  // Without a choice, the first type of which there is anything.
  if (!asked)
    for (const other of types.slice(1)) if (tried.rows.length === 0) tried = await tryType(call, other)
  const { type, plan, rows } = tried
  const row = rows.find((one) => one.id === itemId) ?? rows[0]
  const published = findTemplate(model, id)
  const template: NoticeTemplate = {
    ...(published ?? { id, kind: ANY_KIND }),
    title,
    text,
    channels: ['portal'],
  }
  const names = [title, text].flatMap((one) => [...one.matchAll(EVENT_VALUE)].map(([, name = '']) => name))
  const values = Object.fromEntries(
    names.map((name) => [name, name === 'type' ? (type?.title ?? '') : '（示例）']),
  )
  const spelled = formatNotice(model, template, plan && row ? { plan, row } : null, values)
  const me = requireSignedIn(caller).id
  if (send) {
    const cause = `try:${newId(services.clock())}`
    await services.db
      .transaction()
      .execute((transaction) =>
        writeNotices(transaction, services, { template, spelled: { ...spelled, params: {} }, cause }, [me]),
      )
  }
  return {
    ...{ title: spelled.title, content: spelled.content },
    types: types.map(({ name, title: label }) => ({ value: name, label })),
    items: rows.map((one) => ({ value: one.id, label: one.title })),
    type: type?.name ?? null,
    itemId: row?.id ?? null,
    problems:
      plan && row
        ? findProblems(
            [
              ['title', title],
              ['text', text],
            ],
            plan,
            row,
            caller,
          )
        : [],
    sent: send === true,
  }
}
