// Creates and checks captchas: bound to the browser, usable once, valid for five minutes.
import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ALPHABET } from './glyphs.ts'

const LENGTH = 4
const LIVES = 5 * 60_000

function digestOf(id: string, text: string): string {
  return createHash('sha256').update(`${id}\n${text.toUpperCase()}`).digest('base64url')
}

export function newCaptchaText(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Returns the text of a spoken captcha: digits, which are distinct to the ear. */
export function newCaptchaDigits(): string {
  return String(randomInt(10 ** LENGTH)).padStart(LENGTH, '0')
}

export async function storeCaptcha(db: Kysely<Schema>, id: string, text: string, now: Date): Promise<void> {
  const fresh = { digest: digestOf(id, text), expiresAt: new Date(now.getTime() + LIVES) }
  await db
    .insertInto('captcha')
    .values({ id, ...fresh })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
    .execute()
}

/** Right or wrong, the captcha is gone afterwards. */
export async function spendCaptcha(
  db: Kysely<Schema>,
  id: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const row = await db.deleteFrom('captcha').where('id', '=', id).returningAll().executeTakeFirst()
  return row !== undefined && row.expiresAt > now && row.digest === digestOf(id, text)
}

export async function deleteOldCaptchas(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('captcha').where('expiresAt', '<', now).execute()
}
