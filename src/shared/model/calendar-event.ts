// Declares how an item becomes a calendar event.

/** Dates of an item that make an event; from a day to a day, or from a time to a time. */
export interface CalendarEvent {
  /** The name of the event, besides the item's title, such as 投标截止. */
  readonly title?: string
  readonly from: string
  readonly to?: string
  /** Fields that say where, from the larger to the smaller. */
  readonly place?: readonly string[]
}
