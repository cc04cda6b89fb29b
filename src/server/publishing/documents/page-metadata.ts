// Declares the type of the metadata and text in a page's HTML for readers without scripts.

export interface PageMetadata {
  readonly title: string
  readonly description: string
  /** Under which search engines shall know it, with its origin. */
  readonly address: string
  /** With its origin. */
  readonly image?: string | undefined
  /** As the Open Graph names kinds of pages. */
  readonly kind: string
  /** As schema.org has them. */
  readonly data?: readonly object[]
  readonly links?: readonly { readonly rel: 'prev' | 'next'; readonly href: string }[]
  /** Address behind `#` of the page that the portal opens in its place. */
  readonly opens?: string
  /** HTML of what can be read before the portal is there, and without it. */
  readonly body?: string
  /** True for a page without a replacement that search engines must not index. */
  readonly isPlain?: true
}
