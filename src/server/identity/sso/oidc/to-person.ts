// Converts the claims of an OpenID provider to a person: names, groups, and the verified mobile number.
import { SsoAnswerError, type SsoPerson } from '#server/identity/sso/sso-server.ts'

type Claims = Readonly<Record<string, unknown>>

/** Anybody may write them about themselves at many providers, so they prove nothing. */
const UNPROVEN = ['mobile', 'mobilePhone', 'phone', 'telephoneNumber']
const MAX_SUBJECT_LENGTH = 255

/**
 * Only claims that are texts or lists of texts are attributes. The mobile number counts where the provider has verified
 * it.
 *
 * @example
 * toPerson({ sub: '7', phone_number: '+86 139-1234-5678', phone_number_verified: true }).attributes.mobile
 * // → ['13912345678']
 */
export function toPerson(claims: Claims): SsoPerson {
  const { sub: user, preferred_username: userName, phone_number: phone } = claims
  if (typeof user !== 'string' || user === '' || user.length > MAX_SUBJECT_LENGTH)
    throw new SsoAnswerError('no subject')
  const attributes: Record<string, readonly string[]> = Object.create(null)
  for (const [name, value] of Object.entries(claims))
    if (!UNPROVEN.includes(name)) attributes[name] = toTexts(value)
  if (typeof phone === 'string' && claims.phone_number_verified === true)
    attributes.mobile = [phone.replace(/[\s()-]/g, '').replace(/^\+86/, '')]
  return { user, userName: typeof userName === 'string' && userName !== '' ? userName : user, attributes }
}

function toTexts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}
