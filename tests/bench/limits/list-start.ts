// Provides what both lists with the portal's widgets share: style sheets, and what is there before anything is drawn.
import '#portal/styles/tokens.css'
import '#portal/styles/base.css'
import '#portal/styles/ui.css'
import '#portal/styles/widgets.css'
import '#portal/styles/drawn-pictures.css'
import '#portal/styles/pages.css'
import { adoptPreloaded } from '#portal/core/api/use-read.ts'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'

export const LIST = '/newapi/demand/showlist'

/** Waits for the rows that the page has asked for, and for the labels, as the portal does. */
export async function startList(): Promise<void> {
  await Promise.all([adoptPreloaded(), loadDictionaries()])
}
