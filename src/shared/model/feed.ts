// Owns the addresses under which a page's items are taken along: by feed readers and by calendars.

export type FeedForm = 'atom' | 'rss' | 'ics'

/** What there is of a list besides its page. */
export interface Feed {
  /** Set where dates of its items make events. */
  readonly calendar?: true
}

/** Such as `/feed/exhibition/list.atom`. */
export function feedAddress(pageId: string, form: FeedForm): string {
  return `/feed/${pageId}.${form}`
}
