// Builds the addresses of a page's items for feed readers and calendars.

export type FeedForm = 'atom' | 'rss' | 'ics'

/** The feeds of a list, besides its page. */
export interface Feed {
  /** Set where dates of its items make events. */
  readonly calendar?: true
}

/**
 * Returns the address of the feed or calendar of a list page.
 *
 * @example
 * feedAddress('exhibition/list', 'atom') // → '/feed/exhibition/list.atom'
 */
export function feedAddress(pageId: string, form: FeedForm): string {
  return `/feed/${pageId}.${form}`
}
