// Notifies an applicant of the decision.

import type { SmsSender } from '#server/identity/sms/sms-sender.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'

interface Decided {
  readonly status: string
  readonly mobile: string | null
  readonly receiptNo: string | null
}

/** Not waited for: the decision stands whether the message arrives or not. */
export function notifyDecision(
  { services, request }: Call,
  sender: SmsSender | null,
  { status, mobile, receiptNo }: Decided,
): void {
  if (!sender || !mobile) return
  const what = `您的注册申请（受理编号 ${receiptNo ?? ''}）`
  const text =
    status === ACCOUNT.active
      ? `${what}已通过审核，现在可以登录。`
      : `${what}未通过审核，请登录查看原因，修改后重新提交。`
  const complain = (error: unknown) =>
    services.audit({
      actor: null,
      action: 'sms.send',
      result: 'failed',
      requestId: request.id,
      detail: { reason: error instanceof Error ? error.message : 'unknown' },
    })
  void sender
    .send({ to: mobile, text, code: '' })
    .catch((error: unknown) => complain(error).catch(() => undefined))
}
