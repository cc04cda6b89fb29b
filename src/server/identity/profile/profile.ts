// Reads and updates the profile of an account for its owner.

import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { settle, transact } from '#server/content/write/write.ts'
import { adoptFiles } from '#server/files/waiting-files.ts'
import { findPosing } from '#server/identity/accounts/refuse-reserved-names.ts'
import { requireOwnAccount } from '#server/identity/accounts/require-own-account.ts'
import { findSameIdentity } from '#server/identity/accounts/same-identity.ts'
import { consentOf } from '#server/identity/accounts/sensitive-consent.ts'
import { updateEntry } from '#server/identity/directory/update-entry.ts'
import { toName } from '#server/identity/registration/application.ts'
import { namesIn } from '#server/identity/registration/register.ts'
import { needsApproval } from '#server/identity/registration/registrations.ts'
import { findMissingPapers, papersOf } from '#server/identity/registration/require-own-papers.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { bindingRegion } from '#server/platform/accounts/account-region.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { type FormBody, validateChanges } from '#server/platform/validation/validate-form.ts'
import { maskIdCard, maskMobile } from '#shared/access/mask.ts'
import { Failure } from '#shared/calls/errors.ts'
import { pathsOf } from '#shared/expressions/condition.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { hiddenFields, withoutFields } from '#shared/validation/visible-fields.ts'

/** Flat, so that a form page loads it as it stands; identity numbers are masked for their owner too. */
export async function readProfile(call: Call): Promise<unknown> {
  const row = await requireOwnAccount(call)
  const { idCard: _full, ...application } = (row.application ?? {}) as JsonObject
  const { id, userName, name, role, black, status, receiptNo, form, createdAt } = row
  return {
    ...application,
    id,
    userName,
    name,
    role,
    black,
    status,
    receiptNo,
    form,
    mobile: maskMobile(row.mobile),
    idCard: maskIdCard(row.idCard ?? idCardOf(row.application)),
    sensitiveConsentAt: row.sensitiveConsent?.at ?? null,
    createdAt: createdAt.toISOString(),
    ...identityRefusal(row),
  }
}

/** The identity is given once; the form then shows the known values. */
function identityRefusal(row: IdentityRow): {
  readonly submissionRefusals?: Readonly<Record<string, string>>
} {
  const idCard = maskIdCard(row.idCard ?? idCardOf(row.application))
  if (idCard === null) return {}
  const { realName } = row.application ?? {}
  const known = [...(typeof realName === 'string' ? [`姓名 ${realName}`] : []), `身份证号 ${idCard}`]
  return {
    submissionRefusals: {
      'auth.improveIdCard': `您的证件信息已经完善：${known.join('，')}。如需更改请联系我们`,
    },
  }
}

type IdentityRow = Pick<Awaited<ReturnType<typeof requireOwnAccount>>, 'idCard' | 'application'>

export function idCardOf(application: JsonObject | null): string | null {
  const { idCard } = application ?? {}
  return typeof idCard === 'string' ? idCard : null
}

/** Changes what was sent of what `formId` shows to this person; everything else stays as it was. */
export async function updateProfile(call: Call, sessions: Sessions, formId: string): Promise<unknown> {
  const { services, account } = call
  const form = services.model().forms.find(({ id }) => id === formId)
  if (!form || !account) throw new Failure('NOT_FOUND')
  await transact(services, async (scope) => {
    const transaction = scope.db
    const row = await transaction
      .selectFrom('account')
      .select(['application', 'userName', 'name', 'role', 'form'])
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { application, papers } = changeApplication(call, form, row.application ?? {}, row.form)
    const errors = await findForeignPapers(transaction, form, papers, account.id)
    if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
    requireSameRegion(call, row, application)
    // Only who was never approved under a name may choose another.
    const name =
      needsApproval(services.model(), row.role) === false ? toName(application, row.userName) : row.name
    const posing =
      name === row.name ? [] : await findPosing({ ...services, db: transaction }, namesIn(papers))
    if (posing.length > 0) throw new Failure('BAD_INPUT', { errors: posing })
    await transaction
      .updateTable('account')
      .set({ application: sealAnswers(services, application), name, updatedAt: services.clock() })
      .where('id', '=', account.id)
      .execute()
    await adoptFiles(transaction, account.id, papersOf(form, papers))
    await updateEntry({ ...call, ...scope }, account.id, { before: row.application ?? {} })
    if (!isDeepStrictEqual(application, row.application ?? {}))
      await auditAccountAction(call, { action: 'auth.update', detail: { form: formId } }, transaction)
    await settle(scope, services, [])
  })
  await sessions.accountChanged(account.id)
  return readProfile(call)
}

interface ApplicationState {
  readonly application: JsonObject | null
  readonly role: string
  readonly form: string | null
}

/** An area that lets somebody read what others do not is the one that was approved. */
function requireSameRegion(
  { services }: Call,
  { application, role, form }: ApplicationState,
  changed: JsonObject,
): void {
  const { name = '', title } = bindingRegion(services.model(), role, form) ?? {}
  const currentAnswer = application?.[name]
  if (title === undefined || currentAnswer === undefined || currentAnswer === changed[name]) return
  const message = `${title}决定您能看到和办理哪些内容，不能自行修改；如有变更，请通过意见反馈联系运营人员`
  throw new Failure('BAD_INPUT', { errors: [{ path: `/${name}`, message }] })
}

/** The application with the changes in the call's body; refuses to empty what its registration demanded. */
function changeApplication(
  call: Call,
  form: FormModel,
  currentAnswers: JsonObject,
  registration: string | null,
) {
  const user = toFormUser(call.account)
  const hidden = hiddenFields(form, currentAnswers, user)
  const shown = withoutFields(pickFields(currentAnswers, form), hidden)
  refuseHidden(form, hidden, currentAnswers, call.body as JsonObject) // judged as an object below
  const body = validateChanges(form, shown, call.body, { user, now: call.services.clock(), stored: shown })
  const sent = form.fields.filter(({ name }) => Object.hasOwn(call.body as object, name)) // judged as an object
  const fresh = toStored(sent, body) as JsonObject // made of JSON
  const emptied = sent.filter(({ name }) => shown[name] !== undefined && fresh[name] === undefined)
  const demanded = call.services.model().forms.find(({ id }) => id === registration)?.fields ?? []
  const errors = emptied
    .filter(({ name }) => demanded.some((field) => field.required && field.name === name))
    .map(({ name, title }) => ({ path: `/${name}`, message: `请填写${title}` }))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  const emptiedNames = new Set(emptied.map(({ name }) => name))
  const kept = Object.entries(currentAnswers).filter(([name]) => !emptiedNames.has(name))
  return { application: { ...Object.fromEntries(kept), ...fresh } as JsonObject, papers: fresh }
}

/** Refuses fields that the form does not ask of this person, so that the caller learns that they stay unchanged. */
function refuseHidden(
  { fields, conditions }: FormModel,
  hidden: ReadonlySet<string>,
  currentAnswers: JsonObject,
  sent: JsonObject | null,
): void {
  const errors = fields
    .filter(({ name }) => hidden.has(name) && isByRole(conditions[name]))
    .filter(({ name }) => sent?.[name] != null && !isDeepStrictEqual(sent[name], currentAnswers[name]))
    .map(({ name, title }) => ({
      path: `/${name}`,
      message: `您的用户类型不能在此修改“${title}”，如有变更，请通过意见反馈联系运营人员`,
    }))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

/** True where the condition depends only on the user, not on other answers. */
const isByRole = (condition: FormModel['conditions'][string] | undefined): boolean =>
  condition !== undefined && pathsOf(condition).every((path) => path.startsWith('user.'))

function pickFields(currentAnswers: JsonObject, form: FormModel): FormBody {
  return Object.fromEntries(
    form.fields.flatMap(({ name }) =>
      currentAnswers[name] === undefined ? [] : [[name, currentAnswers[name]]],
    ),
  )
}

/** Papers uploaded while registering stay usable; the form they were uploaded for does not matter here. */
async function findForeignPapers(db: Kysely<Schema>, form: FormModel, body: FormBody, accountId: string) {
  const ids = papersOf(form, body)
  if (ids.length === 0) return []
  const own = await db
    .selectFrom('file')
    .select('id')
    .where('ownerId', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  const known = new Set(own.map(({ id }) => id))
  const unknown = Object.entries(body).map(([name, value]) =>
    [value].flat().some((id) => known.has(id as string)) ? [name, undefined] : [name, value],
  )
  return findMissingPapers(db, form, Object.fromEntries(unknown), { accountId, visitors: [] })
}

export async function improveIdCard(call: Call): Promise<unknown> {
  const { services } = call
  const body = bodyOf<'auth.improveIdCard'>(call)
  const { realName, idCard } = body
  const form = services.model().forms.find(({ id }) => id === 'identity')
  const consent = form ? consentOf(form, { ...body }, services.clock()) : {}
  const account = await requireOwnAccount(call)
  if (account.idCard ?? idCardOf(account.application))
    throw new Failure('WRONG_STATE', { message: '您的证件信息已经完善，如需更改请联系我们' })
  // Nobody examines this change, so the same number in two accounts is left to an operator.
  if ((await findSameIdentity(services, [idCard], account.id)).length > 0) {
    const message = '该身份证号已用于另一个账号，请使用那个账号登录；如果不是您本人使用，请联系我们核实'
    throw new Failure('BAD_INPUT', { errors: [{ path: '/idCard', message }] })
  }
  const application = { ...(account.application ?? {}), realName: account.application?.realName ?? realName }
  const changed = await services.db
    .updateTable('account')
    .set({
      idCard: services.database.secrets.seal(idCard),
      application: sealAnswers(services, application),
      ...consent,
      updatedAt: services.clock(),
    })
    .where('id', '=', account.id)
    .where('idCard', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Failure('WRONG_STATE')
  await auditAccountAction(call, { action: 'auth.improveIdCard' })
  return { idCard: maskIdCard(idCard) }
}
