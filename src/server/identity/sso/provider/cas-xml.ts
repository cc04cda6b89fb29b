// Writes the two responses of a CAS server as XML.

import { CAS_NAMESPACE } from '#server/identity/sso/cas-answer.ts'
import { encodeText } from '#server/platform/xml/references.ts'

const respond = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="${CAS_NAMESPACE}">${inside}</cas:serviceResponse>\n`

export function success(user: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => `<cas:${name}>${encodeText(value)}</cas:${name}>`)
    .join('')
  const group = written ? `<cas:attributes>${written}</cas:attributes>` : ''
  return respond(
    `<cas:authenticationSuccess><cas:user>${encodeText(user)}</cas:user>${group}</cas:authenticationSuccess>`,
  )
}

export function failure(code: string, words: string): string {
  return respond(
    `<cas:authenticationFailure code="${encodeText(code)}">${encodeText(words)}</cas:authenticationFailure>`,
  )
}
