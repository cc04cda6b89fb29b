// Owns the deletion of what has run out: codes, captchas, quotas, counts of failures, used tickets.

import type { Services } from '../call.ts'
import { deleteOldCaptchas } from '../captcha/captchas.ts'
import { deleteOldSmsCodes } from '../sms/sms-codes.ts'
import { deleteOldSmsProofs } from '../sms/sms-proofs.ts'
import { deleteOldTickets } from '../sso/used-tickets.ts'
import { deleteOldQuotas } from './quota.ts'
import { deleteStaleAttempts } from './sign-in-attempts.ts'

const EVERY = 10 * 60_000
const TASKS = [
  deleteOldCaptchas,
  deleteOldSmsCodes,
  deleteOldSmsProofs,
  deleteOldTickets,
  deleteOldQuotas,
  deleteStaleAttempts,
]

export async function cleanUp({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const task of TASKS) await task(db, clock())
}

/** Answers how to stop. What fails is tried again the next time. */
export function cleanUpRegularly(services: Pick<Services, 'db' | 'clock'>): () => void {
  const timer = setInterval(() => void cleanUp(services).catch(() => undefined), EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
