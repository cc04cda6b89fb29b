// Ends pins every minute: those whose time is over, and those of items that are no longer in the list that shows them.
import { type RawBuilder, sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import { settle, transact } from '#server/content/write/write.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { removePins } from './pin-handlers.ts'

const MINUTE_MS = 60_000

/** SQL condition: the item has the values that the list of its type wants (`fixed`). */
const areListed = (types: readonly ContentType[]): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...types.map(
        ({ name, pins }) =>
          sql`(item.type <> ${name} or item.body @> ${JSON.stringify(pins?.fixed ?? {})}::jsonb)`,
      ),
    ],
    sql` and `,
  )

export const pinTask: Task = {
  name: 'pins.end',
  next: every(MINUTE_MS),
  run: async ({ services }) => {
    const types = services.model().contentTypes.filter(({ pins }) => pins !== undefined)
    const isOver = sql`(pin.until <= ${services.clock()} or not exists (
      select from item where item.id = pin.item_id and ${sql.raw(arePublic(types, 'item.'))} and ${areListed(types)}))`
    const anything = await sql`select from item_pin pin where ${isOver} limit 1`.execute(services.db)
    if (anything.rows.length === 0) return
    await transact(services, async (scope) => {
      const { rows } = await sql<{ id: string; type: string }>`select item_id as id, type from item_pin pin
        where ${isOver} order by type, place for update`.execute(scope.db)
      await removePins(
        scope.db,
        rows.map(({ id }) => id),
      )
      for (const { type } of rows) scope.touched.add(type)
      const entries = rows.map(({ id }) => ({
        actor: null,
        action: 'pins.end',
        target: id,
        result: 'ok' as const,
      }))
      await settle(scope, services, entries)
    })
  },
}
