// Refuses to disclose submissions that were made while disclosure was limited.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { Body } from '#server/content/write/validate.ts'
import { Failure } from '#shared/calls/errors.ts'

/**
 * Checks a stored item that is to have the `body`. Throws `BAD_INPUT` at the field that would disclose its children.
 */
export async function refuseOpening(
  { db, plan: { byName, relations } }: Pick<ActionContext, 'db' | 'plan'>,
  itemId: string,
  body: Body,
): Promise<void> {
  for (const { field, open, title, submittedCount } of relations.disclosing) {
    if (!open.includes(String(body[field]))) continue
    const { rows } = await sql<{ held: number }>`
      select (${sql.raw(submittedCount)}) as held from item
      where item.id = ${itemId} and coalesce(item.body ->> ${field}, '') <> all(${[...open]}::text[])`.execute(
      db,
    )
    const held = rows[0]?.held ?? 0
    if (held === 0) continue
    const message = `已有 ${held} 份${title}是在不公开时提交的，“${byName.get(field)?.title ?? field}”不能再改为公开`
    throw new Failure('BAD_INPUT', { errors: [{ path: `/${field}`, message }] })
  }
}
