// Refuses a call that exceeds its quota.

import type { Call } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type Limit, takeQuota } from './quota.ts'

export async function requireQuota({ services }: Call, key: string, limit: Limit): Promise<void> {
  const wait = await takeQuota(services.db, key, limit, services.clock())
  if (wait > 0)
    throw new Failure('TOO_MANY_REQUESTS', {
      message: `操作过于频繁，请 ${formatWait(wait)}后再试`,
      data: { wait },
    })
}

/** As a sentence says it: `请 … 后再试`. */
export function formatWait(seconds: number): string {
  if (seconds <= 90) return `${seconds} 秒`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3600)} 小时`
}
