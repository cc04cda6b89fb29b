// Declares how a call is made that a preview link brings: as another account, and on what is not published yet.
import type { Account, Services } from '#server/platform/call.ts'

export interface OpenedPreview {
  /** In whose place the call is made; null for a visitor. */
  readonly account: Account | null
  /** Answers what `work` reads by the services that it is given. */
  run<T>(work: (services: Services) => Promise<T>): Promise<T>
}

export interface PreviewCalls {
  /** Throws `NOT_FOUND` where the link is unknown, over or revoked. */
  open(token: string, account: Account | null): Promise<OpenedPreview>
}
