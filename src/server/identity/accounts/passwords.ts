// Owns the hashing of passwords: argon2id, 46 MiB, one pass.
import { hash, verify } from '@node-rs/argon2'

const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** Each takes its 46 MiB, so a crowd at the door must queue. */
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
 * Takes the same time whether there is an account or not; `stored` is null where there is none.
 * What is no digest (an account without a password) fits no password.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isUsable = stored?.startsWith('$argon2') ?? false
  decoy ??= hashPassword('no account has this password')
  const digest = isUsable ? (stored as string) : await decoy
  const fits = await inTurn(() => verify(digest, password))
  return fits && isUsable
}
