// Deletes expired codes, captchas, quotas, failure counts, used tickets, seen views and readers, old versions of drafts, and
// unreferenced files.

import { forgetInterest } from '#server/content/reactions/interest.ts'
import { thinVersions } from '#server/content/versions/thin-versions.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { sweepFiles } from '#server/files/sweep-files.ts'
import type { Services } from '#server/platform/call.ts'
import { deleteOldQuotas } from '#server/platform/limits/quota.ts'
import { forgetReaders } from '#server/platform/statistics/day-counter.ts'
import { forgetSeenViews } from '#server/platform/statistics/seen-views.ts'
import { deleteStaleAttempts } from './accounts/sign-in-attempts.ts'
import { deleteOldCaptchas } from './captcha/captchas.ts'
import { deleteOldSmsCodes } from './sms/sms-codes.ts'
import { deleteExpiredVerificationTokens } from './sms/verification-tokens.ts'
import { deleteOldTickets } from './sso/used-tickets.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'model'>

const EVERY = 10 * 60_000
const TASKS = [
  deleteOldCaptchas,
  deleteOldSmsCodes,
  deleteExpiredVerificationTokens,
  deleteOldTickets,
  deleteOldQuotas,
  deleteStaleAttempts,
  forgetInterest,
  forgetReaders,
  forgetSeenViews,
]

export async function cleanUp(services: Needs, files: FileStore): Promise<void> {
  const { db, clock } = services
  for (const task of TASKS) await task(db, clock())
  await thinVersions(services)
  await sweepFiles(services, files)
}

/** Answers how to stop. What fails is tried again the next time. */
export function cleanUpRegularly(services: Needs, files: FileStore): () => void {
  const timer = setInterval(() => void cleanUp(services, files).catch(() => undefined), EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
