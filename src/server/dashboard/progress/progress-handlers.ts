// Handles the call that shows the progress of a case by its receipt number, without personal data.

import { type HistoryTransition, loadHistory, loadSubmittedAt } from '#server/content/workflow/history.ts'
import { timelineReaders, titleOfTransition } from '#server/content/workflow/timeline.ts'
import { loadUserHistory } from '#server/identity/users/user-history.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { giveUseBack, takeQuota } from '#server/platform/limits/quota.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { viewersIn } from '#shared/access/field-read-access.ts'
import { Failure } from '#shared/calls/errors.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { keepsDrafts, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { type AccountMatch, findProgress, type ItemMatch } from './find-progress.ts'
import { describeNextStep } from './next-step.ts'

interface ProgressEntry {
  readonly at: string
  readonly action: string
  readonly reason: string | null
}

const MINUTE = 60_000
const PER_NETWORK = { most: 30, span: 10 * MINUTE }
const DAY = 24 * 60 * MINUTE
/** Four digits are few: so many wrong ones in a day from one network. */
const WRONG_HERE = { most: 10, span: DAY }
/** So many from everywhere; then each network has a few left, so that strangers cannot lock out the owner. */
const WRONG_ALL = { most: 40, span: DAY }
const WRONG_LAST = { most: 3, span: DAY }

const NEXT_FOR_ACCOUNTS: Readonly<Record<string, string>> = {
  pending: '等待运营人员审核，一般需要 1～3 个工作日，结果会以短信告知。',
  active: '可以用注册时的用户名或手机号码登录。',
  refused: '请用注册时的用户名和密码登录，按意见修改后重新提交。',
  blocked: '账号已停用，如有疑问请联系我们。',
}

/**
 * Handles `progress.query`: the progress of a case by its receipt number and the last four digits of the mobile
 * number, without personal data. Throws `Failure('NOT_FOUND')` when they do not match. A network has 30 queries in
 * 10 minutes; the number of wrong ones in a day is limited too.
 *
 * @example
 * const handlers: Handlers = { ...progressHandlers }
 */
export const progressHandlers: Handlers = {
  'progress.query': async (call) => {
    const { receiptNo, mobileTail } = bodyOf<'progress.query'>(call)
    const network = networkOf(call.request.address)
    await requireQuota(call, `progress:${network}`, PER_NETWORK)
    const { services } = call
    const used = await requireTries(call, receiptNo, network)
    const model = services.model()
    const found = await findProgress(services.db, model, receiptNo, mobileTail)
    if (!found) throw new Failure('NOT_FOUND', { message: '没有找到：请核对受理编号与手机号码后四位' })
    for (const key of used) await giveUseBack(services.db, key)
    const shown =
      found.kind === 'account' ? await ofAccount(call, model, found) : await ofItem(call, model, found)
    return { receiptNo, ...shown }
  },
}

/** Answers the keys of what was taken; the right digits give it back. */
async function requireTries(call: Call, receiptNo: string, network: string): Promise<string[]> {
  const { db, clock } = call.services
  const [here, all] = [`progress-number:${receiptNo}:${network}`, `progress-number:${receiptNo}`]
  await requireQuota(call, here, WRONG_HERE)
  if ((await takeQuota(db, all, WRONG_ALL, clock())) === 0) return [here, all]
  const last = `progress-last:${receiptNo}:${network}`
  await requireQuota(call, last, WRONG_LAST)
  return [here, last]
}

async function ofAccount({ services }: Call, model: Model, found: AccountMatch) {
  const history = await loadUserHistory(services.db, found.id)
  return {
    matter: model.forms.find(({ id }) => id === found.form)?.title ?? '账号注册',
    handedInAt: found.createdAt.toISOString(),
    state: labelOf(model, DICTIONARY.registration, found.status),
    opinion: found.refusal,
    nextStep: NEXT_FOR_ACCOUNTS[found.status] ?? '如有疑问，请联系我们。',
    history: history.map(({ at, action, reason }): ProgressEntry => ({ at, action, reason })),
  }
}

async function ofItem({ services }: Call, model: Model, found: ItemMatch) {
  const type = model.contentTypes.find(({ name }) => name === found.type)
  const all = type ? await loadHistory(services.db, type.lifecycle, found.id) : []
  // The holder of the number reads the same as the owner, except what the owner may read only later.
  const steps = all.filter((step) => type && isForOwner(type.lifecycle, step, found.status))
  const titleOf = (status: string) =>
    type?.lifecycle.states[status]?.title ?? labelOf(model, DICTIONARY.states, status)
  const history = steps.map((step): ProgressEntry => {
    const { at, change, to, reason } = step
    return { at, action: change ?? (type && titleOfTransition(type.lifecycle, step)) ?? titleOf(to), reason }
  })
  const now = found.changeStatus ?? found.status
  const submittedAt = type ? await loadSubmittedAt(services.db, type.lifecycle, found.id) : null
  const mayWait = type !== undefined && keepsDrafts(type.lifecycle)
  const isDraft = mayWait && found.status === type.lifecycle.initial
  // An item that no transition submitted, and that is no draft, was submitted when it was created.
  const since = submittedAt ?? (isDraft ? null : found.createdAt)
  return {
    matter: type?.title ?? '业务',
    handedInAt: since?.toISOString() ?? null,
    state: found.changeStatus
      ? `${titleOf(found.status)}，修改${titleOf(found.changeStatus)}`
      : titleOf(found.status),
    opinion: steps.find(({ to, reason }) => to === now && reason)?.reason ?? null,
    nextStep: type
      ? describeNextStep(model, type, found.status, found.changeStatus)
      : '如有疑问，请联系我们。',
    history: [
      ...history,
      {
        at: found.createdAt.toISOString(),
        action: mayWait && since !== found.createdAt ? '开始填写' : '提交',
        reason: null,
      },
    ],
  }
}

const OWNERS: readonly string[] = ['owner', 'participant', 'registered', 'anyone']

const isForOwner = (lifecycle: Lifecycle, step: HistoryTransition, status: string): boolean =>
  viewersIn(timelineReaders(lifecycle, step), status).some((who) => OWNERS.includes(who))
