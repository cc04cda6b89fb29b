// Declares the calls for preview links, which every portal has at the same addresses.
import { BASE_PATH } from './version-calls.ts'

/** Below the base address of calls. */
export const PREVIEW_PATHS = {
  list: '/api/preview/list',
  create: '/api/preview/create',
  revoke: '/api/preview/revoke',
  read: '/api/preview/read',
} as const

type PreviewCall = keyof typeof PREVIEW_PATHS

export const previewAddress = (call: PreviewCall): string => `${BASE_PATH}${PREVIEW_PATHS[call]}`

/** The parameter of a detail page's address that holds the token of a link. */
export const PREVIEW_PARAMETER = 'preview'

/** Its value in the frame of a form, whose answers are shown instead of a stored item. */
export const PREVIEW_OF_FORM = 'form'

/** Days that a link may be open; the second is offered first. */
export const PREVIEW_DAYS = [1, 3, 7, 30] as const

/** A preview link as those who may make one see it; the link itself is shown once. */
export interface PreviewLink {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  /** Null while it was not revoked. */
  readonly revokedAt: string | null
  readonly isOpen: boolean
}
