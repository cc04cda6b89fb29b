// Starts and stops the timers of items by transitions, and reads them in SQL.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Effect, isTimerEffect } from '#shared/lifecycles/effects.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** The reading of all clocks of a row of `item`; nothing for a type without any. */
export const timersColumn = ({ lifecycle }: ContentType): string =>
  lifecycle.clocks === undefined
    ? ''
    : `, (select json_object_agg(clock.name, json_build_object('ran', clock.ran,
        'since', round(extract(epoch from clock.since) * 1000)::float8))
      from item_clock clock where clock.item_id = item.id) as clocks`

/** With the row locked. What runs goes on running when it is started, unless it begins anew. */
export async function switchTimers(
  transaction: Kysely<Schema>,
  itemId: string,
  effects: readonly Effect[] = [],
  now: Date,
): Promise<void> {
  for (const effect of effects.filter(isTimerEffect))
    if ('start' in effect)
      await sql`insert into item_clock (item_id, name, ran, since) values (${itemId}, ${effect.start}, 0, ${now})
        on conflict (item_id, name) do update set ${
          effect.anew
            ? sql`ran = 0, since = excluded.since`
            : sql`since = coalesce(item_clock.since, excluded.since)`
        }`.execute(transaction)
    else
      await sql`update item_clock set since = null,
          ran = ran + extract(epoch from ${now}::timestamptz - since) * 1000
        where item_id = ${itemId} and name = ${effect.stop} and since is not null`.execute(transaction)
}
