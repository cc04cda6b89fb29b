// Generates ids that are random and sort by time of creation.
import { randomBytes } from 'node:crypto'

/** 9 characters of time, 11 of chance (about 56 bits). Lower case, so that no file system or URL folds two into one. */
export function newId(now: Date): string {
  const time = now.getTime().toString(36).padStart(9, '0')
  const chance = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(11, '0')
    .slice(-11)
  return time + chance
}
