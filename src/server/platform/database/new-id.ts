// Generates ids that are random and sort by time of creation.
import { randomBytes } from 'node:crypto'

/**
 * Returns a new id of 20 characters: 9 of the time and 11 random ones (about 56 bits). Ids are in lower case, so
 * that no file system or URL treats two of them as the same; ids sort by time.
 *
 * @example
 * newId(new Date()).length // → 20
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(36).padStart(9, '0')
  const chance = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(11, '0')
    .slice(-11)
  return time + chance
}
