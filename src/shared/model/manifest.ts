// Declares the manifest: all that the portal knows of its pages before it opens one.

import type { Audience, PublicRole } from '#shared/access/roles.ts'
import type { Json } from './json.ts'
import type { PageKind, Shell } from './page-model.ts'

/**
 * A page as the manifest describes it: all that the browser needs before it loads the body of the page from `url`.
 *
 * @example
 * const findByRoute = (pages: readonly ManifestPage[], path: string) => matchPage(pages, path)?.page
 */
export interface ManifestPage {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly kind: PageKind
  readonly shell: Shell
  readonly access: readonly Audience[]
  readonly url: string
  /** Address of the large picture at its head, fetched while code still loads. */
  readonly picture?: string
  /** Goes there unless the visitor arrives from it (NAV-06): known before the page's body is. */
  readonly onlyFrom?: string
  /**
   * Read calls whose parameters need nothing but the address, and files of the configuration; fetched while code still
   * loads.
   */
  readonly preload: readonly {
    readonly path: string
    readonly params: Readonly<Record<string, Json>>
    /** Further parameters to pass on: all of them, for a list, or only its filters, for its facets. */
    readonly narrowed?: 'list' | 'filters'
  }[]
}

export interface Manifest {
  readonly hash: string
  readonly pages: readonly ManifestPage[]
  readonly roles: readonly PublicRole[]
  /** The states in which items of any type are public. */
  readonly publicStates: readonly string[]
  /** Addresses that pages had, with those that they have now. */
  readonly former?: readonly FormerPath[]
}

export interface FormerPath {
  /** May have parameters, which `to` has by the same names. */
  readonly path: string
  readonly to: string
}
