// Adds an account to its directory: one entry per key, joined where it exists.
import type { Kysely } from 'kysely'
import { insertItem, replaceBody } from '#server/content/write/persist.ts'
import type { Body } from '#server/content/write/validate.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type DirectoryPlan, findPublicState } from './directory-of.ts'
import { lacking, wholeEntry } from './entry-body.ts'
import { auditEntry, type EntryAccount, type EntryCall } from './entry-writer.ts'
import { bearsName, type ExistingEntry, findExistingEntry } from './existing-entry.ts'
import { linkItems } from './link-items.ts'
import { moveEntry } from './move-entry.ts'
import { refusal } from './preview-entry.ts'

export async function enterDirectory(
  transaction: Kysely<Schema>,
  call: EntryCall,
  found: DirectoryPlan,
  { id: accountId, application }: EntryAccount,
  isApproval: boolean,
): Promise<readonly string[]> {
  const { services } = call
  const { name } = found.plan.type
  const body = tryEntry(services, found, application ?? {}, isApproval)
  if (body === undefined) return []
  const known = await findExistingEntry(transaction, found, body, true)
  if (known && !bearsName(found.plan, known.body, body)) {
    // Only somebody who looks at both names can tell whose the entry is.
    if (!isApproval) return []
    throw new Failure('WRONG_STATE', { message: await refusal({ db: transaction }, found, known, body) })
  }
  const id = known?.id ?? newId(services.clock())
  const context = { db: transaction, plan: found.plan, services, touched: new Set<string>() }
  if (known) await join(context, known, body)
  else await insert(context, id, body)
  await transaction
    .updateTable('account')
    .set({ directoryId: id, directoryKeeps: known === undefined })
    .where('id', '=', accountId)
    .execute()
  const linked = await linkItems(transaction, services.model(), name, accountId)
  const entry = { ...found, id, accountId, keeps: known === undefined }
  await auditEntry(transaction, call, known ? 'join' : 'enter', entry)
  const moved = known ? await moveEntry(transaction, call, entry, true) : []
  return [...new Set([name, ...context.touched, ...linked, ...moved])]
}

/** Answers of a former version of the form may lack something: the approval says so, nothing else is held up by it. */
function tryEntry(
  services: EntryCall['services'],
  found: DirectoryPlan,
  answers: JsonObject,
  isApproval: boolean,
): Body | undefined {
  try {
    return wholeEntry(services, found, answers)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!isApproval) return undefined
    const wrong = (error.errors ?? []).map(({ message }) => message).join('；')
    throw new Failure('WRONG_STATE', {
      message: `申请内容不足以建立“${found.plan.type.title}”条目：${wrong || error.message}。请退回申请人补正后再通过`,
    })
  }
}

type Storing = Parameters<typeof insertItem>[0]

/** The entry has no owner: the directory's editors edit it, the account edits its own answers. */
async function insert(context: Storing, id: string, body: Body): Promise<void> {
  const { plan, services } = context
  const status = findPublicState(plan.type)
  await insertItem(context, { id, status, ownerId: null, body, now: services.clock() })
}

/** Fills in the empty fields of the entry. Filled fields were approved and may come from another account. */
async function join(context: Storing, known: ExistingEntry, body: Body): Promise<void> {
  const added = lacking(known.body, body)
  if (Object.keys(added).length > 0) await replaceBody(context, known, { ...known.body, ...added })
}
