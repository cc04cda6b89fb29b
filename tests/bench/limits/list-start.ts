// Provides what both lists with the portal's widgets share: style sheets, and what is asked for before anything is drawn.
import '#portal/styles/tokens.css'
import '#portal/styles/base.css'
import '#portal/styles/ui.css'
import '#portal/styles/widgets.css'
import '#portal/styles/drawn-pictures.css'
import '#portal/styles/pages.css'
import { prefetch } from '#portal/core/api/use-read.ts'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'

export const LIST = '/newapi/demand/showlist'

/** Asks for the first page of rows, as the boot script does, and waits for the labels, as the portal does. */
export async function startList(): Promise<void> {
  const { size } = Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]))
  prefetch({ path: LIST, params: size === undefined || size === '10' ? {} : { limit: Number(size) } })
  await loadDictionaries()
}
