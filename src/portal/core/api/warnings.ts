// Passes the warnings of the checks before submitting: what to send with the call once somebody has confirmed them.
import type { ERRORS } from '#shared/calls/errors.ts'
import { ApiError } from './api-error.ts'

/** Alone: the table of all failures is no part of a reading page. */
const CHECK_WARNINGS: (typeof ERRORS)['CHECK_WARNINGS']['code'] = 42202

export interface Warnings {
  /** All that was warned of, as one text. */
  readonly text: string
  /** With them the same call passes these warnings, and no others. */
  readonly headers: Readonly<Record<string, string>>
}

/** The warnings that a call was answered with; undefined for any other failure. */
export function warningsOf(error: unknown): Warnings | undefined {
  if (!(error instanceof ApiError) || error.code !== CHECK_WARNINGS) return undefined
  const { warnings } = (error.data ?? {}) as { readonly warnings?: unknown }
  const list = error.errors.map(({ message }) => message).join('；')
  return { text: `请核对：${list}。`, headers: { 'Confirmed-Warnings': String(warnings) } }
}
