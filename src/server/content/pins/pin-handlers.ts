// Handles the calls with which operators pin items: list, add, move, remove.
import { type Kysely, sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import { Failure } from '#shared/calls/errors.ts'
import { PIN_CALL } from '#shared/content/pins.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** The calls `pins.…`. */
export const pinHandlers: Handlers = {
  'pins.list': listPins,
  'pins.add': add,
  'pins.move': move,
  'pins.remove': remove,
}

interface Pin {
  readonly id: string
  readonly type: string
  readonly place: number
}

function listPins(call: Call): Promise<unknown> {
  const only = readText(call.params, 'dataType')
  const types = pinnedTypes(call)
    .map(({ name }) => name)
    .filter((name) => only === undefined || name === only)
  const isOne = types.length > 0 ? sql.raw(`pin.type in (${types.map(quote).join(', ')})`) : sql`false`
  return readPage(
    call,
    {
      columns: sql`item.id, item.type, item.title, item.status, item.published_at, pin.place, pin.until`,
      from: sql`from item_pin pin join item on item.id = pin.item_id where ${isOne}`,
      order: sql`pin.type, pin.place`,
    },
    (row: Pin) => ({ ...row, dataType: row.type }),
  )
}

const pinnedTypes = ({ services }: Call): readonly ContentType[] =>
  services.model().contentTypes.filter(({ pins }) => pins !== undefined)

/** A new pin comes first; one that is there keeps its place, and ends when this call says. */
async function add(call: Call): Promise<unknown> {
  const { dataId: id, dataType, until = null } = bodyOf<'pins.add'>(call)
  const type = pinnedTypes(call).find(({ name }) => name === dataType)
  if (!type) throw new Failure('BAD_INPUT', { errors: [{ path: '/dataType', message: '这类内容不能置顶' }] })
  const { services } = call
  if (until !== null && new Date(until) <= services.clock())
    throw new Failure('BAD_INPUT', { errors: [{ path: '/until', message: '截止时间已过，请另选' }] })
  return change(call, type.name, { action: PIN_CALL, target: id, detail: { until } }, async (db, pins) => {
    const item = await db
      .selectFrom('item')
      .select(['status', 'body'])
      .where('id', '=', id)
      .where('type', '=', type.name)
      .forShare()
      .executeTakeFirst()
    if (!item) throw new Failure('NOT_FOUND')
    if (!isPublic(type.lifecycle, item.status))
      throw new Failure('WRONG_STATE', { message: '内容没有公开，不能置顶' })
    requireListed(type, item.body)
    const there = pins.find((pin) => pin.id === id)
    if (!there && pins.length >= (type.pins?.most ?? 0))
      throw new Failure('WRONG_STATE', {
        message: `${type.title}最多置顶 ${type.pins?.most} 条，请先取消一条`,
      })
    if (!there) await sql`update item_pin set place = place + 1 where type = ${type.name}`.execute(db)
    const place = there?.place ?? 1
    await db
      .insertInto('itemPin')
      .values({ itemId: id, type: type.name, place, until })
      .onConflict((conflict) => conflict.column('itemId').doUpdateSet({ until }))
      .execute()
    return place
  })
}

/** A pin in a list that does not show the item would do nothing. */
function requireListed({ title, pins, fields }: ContentType, body: JsonObject): void {
  for (const [name, value] of Object.entries(pins?.fixed ?? {})) {
    if (body[name] === value) continue
    const field = fields.find((one) => one.name === name)
    throw new Failure('WRONG_STATE', {
      message: `置顶的${title}须先设定“${field?.title ?? name}”，请编辑后再置顶`,
    })
  }
}

async function move(call: Call): Promise<unknown> {
  const { id, place: wanted } = bodyOf<'pins.move'>(call)
  const type = await typeOf(call, id)
  return change(
    call,
    type,
    { action: 'pins.move', target: id, detail: { place: wanted } },
    async (db, pins) => {
      const others = pins.filter((pin) => pin.id !== id)
      if (others.length === pins.length) throw noPin()
      const place = Math.min(wanted, pins.length)
      await setOrder(db, [
        ...others.slice(0, place - 1).map((pin) => pin.id),
        id,
        ...others.slice(place - 1).map((pin) => pin.id),
      ])
      return place
    },
  )
}

async function remove(call: Call): Promise<unknown> {
  const { id } = bodyOf<'pins.remove'>(call)
  const type = await typeOf(call, id)
  return change(call, type, { action: 'pins.remove', target: id }, async (db, pins) => {
    const others = pins.filter((pin) => pin.id !== id)
    if (others.length === pins.length) throw noPin()
    await removePins(db, [id])
    return null
  })
}

const noPin = () => new Failure('NOT_FOUND', { message: '该内容已不再置顶，请刷新后再试' })

async function typeOf({ services }: Call, id: string): Promise<string> {
  const pin = await services.db
    .selectFrom('itemPin')
    .select('type')
    .where('itemId', '=', id)
    .executeTakeFirst()
  if (!pin) throw noPin()
  return pin.type
}

/** With the pins of the type locked; `work` returns the place that the item has afterwards. */
async function change(
  call: Call,
  type: string,
  entry: { readonly action: string; readonly target: string; readonly detail?: JsonObject },
  work: (db: Kysely<Schema>, pins: readonly Pin[]) => Promise<number | null>,
): Promise<{ readonly id: string; readonly place: number | null }> {
  const { services, caller, request } = call
  const run = async (scope: WriteScope) => {
    const { rows } = await sql<Pin>`select item_id as id, type, place from item_pin
      where type = ${type} order by place for update`.execute(scope.db)
    const place = await work(scope.db, rows)
    scope.touched.add(type)
    const by = { actor: caller?.id ?? null, address: request.address, requestId: request.id }
    await settle(scope, services, [{ ...by, result: 'ok', ...entry }])
    return { id: entry.target, place }
  }
  try {
    return await transact(services, run)
  } catch (error) {
    // Two have pinned at the same time.
    if (violatedConstraint(error) !== 'item_pin_place') throw error
    throw new Failure('WRONG_STATE', { message: '置顶刚有改动，请刷新后再试' })
  }
}

async function setOrder(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`update item_pin set place = wanted.place
    from unnest(${[...ids]}::text[]) with ordinality wanted (id, place)
    where item_pin.item_id = wanted.id`.execute(db)
}

/** The others move up. */
export async function removePins(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`delete from item_pin where item_id = any(${[...ids]}::text[])`.execute(db)
  await sql`update item_pin set place = numbered.place
    from (select item_id, row_number() over (partition by type order by place) as place from item_pin) numbered
    where numbered.item_id = item_pin.item_id and numbered.place <> item_pin.place`.execute(db)
}
