// Signs somebody in as the server does: the session's id lies in its cookie before the answer is taken.
import { type SignInAnswer, startSession } from '#portal/core/session/session.ts'
import { toStorageKey } from '#portal/core/site.ts'

export function putSessionId(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server's header, which no test of the portal has
  document.cookie = `${toStorageKey('session')}=${id}; Path=/`
}

export function beginSession(id: string, answer: SignInAnswer): void {
  putSessionId(id)
  startSession(answer)
}
