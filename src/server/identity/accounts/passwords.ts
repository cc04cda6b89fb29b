// Hashes and verifies passwords: argon2id, 46 MiB, one pass.
import { hash, verify } from '@node-rs/argon2'

const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** Limits concurrent hashes, since each takes 46 MiB. */
const MAX_CONCURRENT_HASHES = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT_HASHES) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

let decoy: Promise<string> | undefined

/**
 * Verifies a password in the same time whether the account exists or not; `stored` is null where it does not. A value
 * that is no digest (an account without a password) matches no password.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isUsable = stored?.startsWith('$argon2') ?? false
  decoy ??= hashPassword('no account has this password')
  const digest = isUsable ? (stored as string) : await decoy
  const fits = await inTurn(() => verify(digest, password))
  return fits && isUsable
}
