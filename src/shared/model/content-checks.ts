// Declares the checks that the content of a type passes before it is submitted.

/** `warn`: the writer may submit it nevertheless, once the warning is confirmed. */
export type CheckLevel = 'warn' | 'refuse'

/**
 * The checks of a content type; an absent one is not made, but for `words`, which refuse.
 *
 * @example
 * const checks: ContentChecks = { names: 'warn', missing: { level: 'warn', fields: ['summary'] } }
 */
export interface ContentChecks {
  /** Blocked words in public texts, and in the names of attachments. */
  readonly words?: CheckLevel
  /** Names of places and organisations that have an official one in the dictionary. */
  readonly names?: CheckLevel
  /** Links that lead nowhere. */
  readonly links?: CheckLevel
  /** Pictures without alternative text. */
  readonly pictures?: CheckLevel
  /** Fields that may be empty, but should not be. */
  readonly missing?: { readonly level: CheckLevel; readonly fields: readonly string[] }
  /** A title of more characters than this. */
  readonly heading?: { readonly level: CheckLevel; readonly longer: number }
}
