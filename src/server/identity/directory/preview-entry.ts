// Describes to an operator the existing entry and the effect of an approval on it.

import type { Body } from '#server/content/write/validate.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isListedEntry } from '#shared/identity/directory-entry.ts'
import { type DirectoryPlan, directoryOf } from './directory-of.ts'
import { wholeEntry } from './entry-body.ts'
import { bearsName, describeExistingEntry, findExistingEntry } from './existing-entry.ts'

interface Applicant {
  readonly status: string
  readonly form: string | null
  readonly application: JsonObject | null
}

/** Null where a new entry is made, or none. */
export async function previewEntry(services: Services, applicant: Applicant): Promise<string | null> {
  const found = directoryOf(services.model(), applicant.form)
  const answers = applicant.application ?? {}
  if (!found || applicant.status !== ACCOUNT.waiting || !isListedEntry(found.directory, answers)) return null
  const body = tryEntry(services, found, answers)
  const known = body && (await findExistingEntry(services.db, found, body))
  if (!body || !known) return null
  const { plan } = found
  if (!bearsName(plan, known.body, body)) return refusal(services, found, known, body)
  const entry = await describeExistingEntry(services.db, plan, known)
  return `${keyTitle(found)}相同，已有条目${entry}。通过后该账号并入这个条目：只补充其中空缺的内容，不改动已有内容`
}

/** Why an account cannot join an entry that bears another name, and what to do about it. */
export async function refusal(
  services: Pick<Services, 'db'>,
  found: DirectoryPlan,
  known: Parameters<typeof describeExistingEntry>[2],
  body: Body,
): Promise<string> {
  const { plan } = found
  const entry = await describeExistingEntry(services.db, plan, known)
  const name = String(body[plan.type.heading] ?? '')
  return `${keyTitle(found)}相同的条目${entry}与申请的名称“${name}”不同，不能通过。请核实：名称或代码填错的，退回申请人补正；确已更名的，先修改名录条目的名称，再通过申请`
}

const keyTitle = ({ directory: { key = '' }, plan }: DirectoryPlan) => plan.byName.get(key)?.title ?? key

/** Returns undefined where the answers make no valid entry; the approval itself refuses them. */
function tryEntry(services: Services, found: DirectoryPlan, answers: JsonObject): Body | undefined {
  try {
    return wholeEntry(services, found, answers)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
