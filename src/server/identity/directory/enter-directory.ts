// Adds an account to its directory: one entry per key, joined where it exists.
import { insertItem, replaceBody } from '#server/content/write/persist.ts'
import type { Body } from '#server/content/write/validate.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type DirectoryPlan, findPublicState } from './directory-of.ts'
import { lacking, wholeEntry } from './entry-body.ts'
import { auditEntry, type EntryAccount, type EntryWork } from './entry-writer.ts'
import { bearsName, type ExistingEntry, findExistingEntry } from './existing-entry.ts'
import { linkItems } from './link-items.ts'
import { moveEntry } from './move-entry.ts'
import { refusal } from './preview-entry.ts'

export async function enterDirectory(
  work: EntryWork,
  found: DirectoryPlan,
  { id: accountId, application }: EntryAccount,
  isApproval: boolean,
): Promise<void> {
  const { db, services } = work
  const { plan } = found
  const body = tryEntry(services, found, application ?? {}, isApproval)
  if (body === undefined) return
  const known = await findExistingEntry(db, found, body, true)
  if (known && !bearsName(plan, known.body, body)) {
    // Only somebody who looks at both names can tell whose the entry is.
    if (!isApproval) return
    throw new Failure('WRONG_STATE', { message: await refusal({ db }, found, known, body) })
  }
  const id = known?.id ?? newId(services.clock())
  if (known) await join({ ...work, plan, call: work }, known, body)
  else {
    // The entry has no owner: the directory's editors edit it, the account edits its own answers.
    const item = { id, status: findPublicState(plan.type), ownerId: null, body, now: services.clock() }
    await insertItem({ ...work, plan, call: work, origin: 'directory.enter' }, item)
  }
  work.touched.add(plan.type.name)
  await db
    .updateTable('account')
    .set({ directoryId: id, directoryKeeps: known === undefined })
    .where('id', '=', accountId)
    .execute()
  await linkItems(work, services.model(), plan.type.name, [accountId])
  const entry = { ...found, id, accountId, keeps: known === undefined }
  await auditEntry(work, known ? 'join' : 'enter', entry)
  if (known) await moveEntry(work, entry, true)
}

/** Answers of a former version of the form may lack something: the approval says so, nothing else is held up by it. */
function tryEntry(
  services: EntryWork['services'],
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

/** Fills in the empty fields of the entry. Filled fields were approved and may come from another account. */
async function join(
  context: Parameters<typeof replaceBody>[0],
  known: ExistingEntry,
  body: Body,
): Promise<void> {
  const added = lacking(known.body, body)
  if (Object.keys(added).length > 0) await replaceBody(context, known, { ...known.body, ...added })
}
