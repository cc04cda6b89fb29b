// Declares the calls for versions of items, which every portal has at the same addresses, and what they tell of a version.

/** Below the base address of calls. */
export const VERSION_PATHS = {
  list: '/api/version/list',
  info: '/api/version/info',
  compare: '/api/version/compare',
  restore: '/api/version/restore',
} as const

type VersionCall = keyof typeof VERSION_PATHS

/** The base address of calls that no portal sets. */
export const BASE_PATH = '/newapi'

export const versionAddress = (call: VersionCall): string => `${BASE_PATH}${VERSION_PATHS[call]}`

/**
 * A version without the values of its fields, as lists and comparisons of versions tell of it.
 *
 * @example
 * const title = ({ number, by }: VersionEntry) => `版本 ${number}（${by ?? '访客'}）`
 */
export interface VersionEntry {
  readonly number: number
  /** The version that it changed; null for the first. */
  readonly since: number | null
  readonly revision: number
  readonly at: string
  /** Name of who saved it; null for a visitor. */
  readonly by: string | null
  readonly origin: string
  readonly reason: string | null
  readonly status: string
  /** True for a version of the pending change, which was not the item. */
  readonly isChange: boolean
  /** True if the item still is this version. */
  readonly isCurrent: boolean
  /** Titles of the fields that it changed; null for the first, of which nothing stood before. */
  readonly fields: readonly string[] | null
}
