// Owns the hashing of passwords: argon2id, 46 MiB, one pass.
import { hash, verify } from '@node-rs/argon2'

const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password)
}

let decoy: Promise<string> | undefined

/** Spends the time of a verification where there is no account, so that timing tells nothing. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this password')
  await verify(await decoy, password)
  return false
}
