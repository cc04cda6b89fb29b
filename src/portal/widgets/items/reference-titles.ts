// Provides the titles of the items that an edited item refers to, for the inputs and the review of its form.
import { createContext, useContext } from 'react'

type Titles = ReadonlyMap<string, string>

const NONE: Titles = new Map()
const ReferredTitles = createContext<Titles>(NONE)

export const ReferredTitlesProvider = ReferredTitles.Provider

/** Shown instead of a number, which would not help a user. */
export const NOT_OPEN = '（已不对您开放）'
export const LOADING = '正在加载…'

/** By id: `demandIdTitle` says what `demandId` refers to. Of several items the first that says it. */
export function referredTitles(...items: (Readonly<Record<string, unknown>> | null)[]): Titles {
  const titles = new Map<string, string>()
  for (const item of items)
    for (const [name, id] of Object.entries(item ?? {})) {
      const title = item?.[`${name}Title`]
      if (typeof id === 'string' && typeof title === 'string' && !titles.has(id)) titles.set(id, title)
    }
  return titles
}

/** How one of them is called: as the list says, else as the item itself does, else that it is not open. */
export function useReferredTitle(
  listed: ReadonlyMap<string, string>,
  isLoading: boolean,
): (id: string) => string {
  const contextTitles = useContext(ReferredTitles)
  return (id) => listed.get(id) ?? contextTitles.get(id) ?? (isLoading ? LOADING : NOT_OPEN)
}
