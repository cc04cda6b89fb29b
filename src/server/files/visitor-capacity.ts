// Limits uploads of visitors by browser and by network, since a browser may drop its cookie.
import type { Kysely } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { type Limit, takeLease } from '#server/platform/limits/quota.ts'
import { formatWait } from '#server/platform/limits/require-quota.ts'
import { Failure } from '#shared/calls/errors.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A registration has up to a dozen files, and some are chosen again. */
const BROWSER: readonly Limit[] = [
  { most: 24, span: 10 * MINUTE },
  { most: 60, span: DAY },
]
/** A few who register side by side. */
const NETWORK: readonly Limit[] = [
  { most: 30, span: 10 * MINUTE },
  { most: 200, span: DAY },
]
const KILOBYTE = 1024

/** Throws `TOO_MANY_REQUESTS` with the seconds to wait. `times` multiplies the limits; null takes them away. */
export async function requireVisitorCapacity(call: Call, times: number | null): Promise<void> {
  const { caller, request, services } = call
  if (caller !== null || times === null) return
  const [browser] = request.visitor.all()
  const keys = [
    ...(browser ? ([[`file-browser:${browser}`, BROWSER]] as const) : []),
    [`file:${networkOf(request.address)}`, NETWORK] as const,
  ]
  const uses = keys.flatMap(([key, limits]) =>
    limits.map(({ most, span }, index) => ({
      key: `${key}:${index}`,
      limit: { most: Math.max(1, Math.round(most * times)), span },
    })),
  )
  const { granted, until } = await takeLease(services.db, uses, 1, services.clock())
  if (granted === 0) throw tooMuch('未登录时上传过于频繁', until - services.clock().getTime())
}

/**
 * Limits the uploads of a network per day to the quota of one account. Call it in the transaction that stores the
 * file.
 */
export async function takeVisitorBytes(
  db: Kysely<Schema>,
  { caller, request, services }: Call,
  { bytes, most }: { readonly bytes: number; readonly most: number },
): Promise<void> {
  if (caller !== null) return
  const amount = Math.ceil(bytes / KILOBYTE)
  const limit = { most: Math.floor(most / KILOBYTE), span: DAY }
  const key = `file-kilobytes:${networkOf(request.address)}`
  const { granted, until } = await takeLease(db, [{ key, limit }], amount, services.clock())
  if (granted < amount) throw tooMuch('未登录时上传的文件过大过多', until - services.clock().getTime())
}

function tooMuch(what: string, milliseconds: number): Failure {
  const wait = Math.max(1, Math.ceil(milliseconds / 1000))
  return new Failure('TOO_MANY_REQUESTS', {
    message: `${what}，请 ${formatWait(wait)}后再试`,
    data: { wait },
  })
}
