// Parses the response of a CAS server about a ticket, protocols 2.0 and 3.0.
import { type Element, readXml } from '#server/platform/xml/read-xml.ts'

export type CasAnswer =
  | {
      readonly kind: 'person'
      readonly user: string
      /** Of protocol 3.0; a name may come more than once. */
      readonly attributes: Readonly<Record<string, readonly string[]>>
    }
  | { readonly kind: 'refused'; readonly code: string }

export const CAS_NAMESPACE = 'http://www.yale.edu/tp/cas'
const MAX_USER_LENGTH = 100

/** The answer says neither yes nor no. */
export class CasAnswerError extends Error {}

const inside = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.namespace === CAS_NAMESPACE && child.name === name)

/** Throws `CasAnswerError` or `XmlError` for anything that is not exactly one success or one failure. */
export function readCasAnswer(text: string): CasAnswer {
  const root = readXml(text)
  if (root.namespace !== CAS_NAMESPACE || root.name !== 'serviceResponse')
    throw new CasAnswerError('no serviceResponse')
  const [success, failure] = [inside(root, 'authenticationSuccess'), inside(root, 'authenticationFailure')]
  const [yes, no] = [success[0], failure[0]]
  if (success.length + failure.length !== 1) throw new CasAnswerError('no clear answer')
  if (no) return { kind: 'refused', code: no.attributes.code ?? '' }
  const users = yes ? inside(yes, 'user') : []
  const user = users[0]?.text.trim() ?? ''
  if (!yes || users.length !== 1 || users[0]?.children.length || user === '' || user.length > MAX_USER_LENGTH)
    throw new CasAnswerError('no user')
  // A proxy acts for somebody else, and no proxy is allowed.
  if (inside(yes, 'proxies').length > 0) return { kind: 'refused', code: 'UNAUTHORIZED_SERVICE_PROXY' }
  return { kind: 'person', user, attributes: readAttributes(inside(yes, 'attributes')) }
}

function readAttributes(groups: readonly Element[]): Readonly<Record<string, readonly string[]>> {
  const attributes: Record<string, string[]> = Object.create(null)
  for (const { name, text } of groups.flatMap(({ children }) => children)) {
    const values = attributes[name] ?? []
    attributes[name] = [...values, text.trim()]
  }
  return attributes
}
