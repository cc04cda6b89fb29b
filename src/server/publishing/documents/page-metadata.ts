// Owns the type of what a page at an address of its own says in its HTML, to those who run no script.

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
  /** Nothing takes its place, and no search engine shall keep it. */
  readonly isPlain?: true
}
