// Handles the erasure of deleted items by hand: all that are named, or none, with a reason.
import { sql } from 'kysely'
import { settle, transact } from '#server/content/write/write.ts'
import { areInBin } from '#server/dashboard/deleted-items.ts'
import type { AuditEntry, Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { eraseItems, neededBy } from './erase-deleted.ts'

interface Row {
  readonly id: string
  readonly type: string
  readonly title: string
}

async function erase(call: Call): Promise<{ readonly ids: readonly string[] }> {
  const { services, request } = call
  const caller = requireSignedIn(call.caller)
  const { ids, reason: written } = bodyOf<'publishing.erase'>(call)
  const reason = tidyPlainText(written)
  requireMeaningfulText('原因', reason)
  const model = services.model()
  await transact(services, async (scope) => {
    const { rows } = await sql<Row>`select id, type, title from item
      where id = any(${[...ids]}::text[]) and ${areInBin(model, caller)} order by id for update`.execute(
      scope.db,
    )
    if (rows.length < ids.length)
      throw new Failure('NOT_FOUND', { message: '部分内容已不在回收站，请刷新后再试' })
    for (const { id, type, title } of rows)
      for (const [condition, message] of neededBy(model, { name: type })) {
        const needed = await sql`select from item where id = ${id} and ${condition}`.execute(scope.db)
        if (needed.rows.length > 0)
          throw new Failure('WRONG_STATE', { message: `“${title}”${message}，不能彻底删除` })
      }
    await eraseItems(scope.db, ids)
    const entries = rows.map(
      ({ id, type }): AuditEntry => ({
        ...{ actor: caller.id, action: 'publishing.erase', target: id, result: 'ok' },
        ...{ address: request.address, requestId: request.id, detail: { content: type, reason } },
      }),
    )
    for (const { type } of rows) scope.touched.add(type)
    await settle(scope, services, entries)
  })
  return { ids }
}

export const eraseHandlers: Handlers = { 'publishing.erase': erase }
