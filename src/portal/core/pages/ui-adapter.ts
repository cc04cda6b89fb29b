// Provides pages with the controls of the console; null on the site, which draws its own controls.
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import type { ConsoleListProps, ListBarProps } from '#portal/features/list/list-view-props.ts'
import type { DialogProps } from '#portal/ui/dialog-props.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import type { Page } from '#shared/model/page-model.ts'

export interface UiAdapter {
  /** Around the page: gives the kit to all that is drawn in it. */
  readonly Frame: ComponentType<{ readonly children: ReactNode }>
  readonly Dialog: ComponentType<DialogProps>
  readonly List: ComponentType<ConsoleListProps>
  /** The filters, the number of results and the order of a list. */
  readonly ListBar: ComponentType<ListBarProps>
  readonly Steps: ComponentType<SectionProps>
  /** Loads what the page draws at once; never rejects. */
  prepare(page: Page): Promise<void>
}

/** Found by file name, as the views of page kinds are: `core` imports nothing from `features`. */
const ADAPTERS = import.meta.glob<{ readonly CONSOLE_ADAPTER: UiAdapter }>(
  '../../features/*/console-adapter.tsx',
)

export const UiAdapterContext = createContext<UiAdapter | null>(null)
export const useUiAdapter = (): UiAdapter | null => useContext(UiAdapterContext)

/** Undefined until it is here; null where it cannot be had, and the site's controls serve. */
const store = createStore<UiAdapter | null | undefined>(undefined)

/** Does nothing for a page of the site. Never rejects; after a failure the next page tries again. */
export async function loadUiAdapter(page: Page): Promise<void> {
  if (!page.surface) return
  if (!store.get())
    store.set(
      (await Object.values(ADAPTERS)[0]?.().then(
        ({ CONSOLE_ADAPTER }) => CONSOLE_ADAPTER,
        () => null,
      )) ?? null,
    )
  await store.get()?.prepare(page)
}

/** Undefined while the kit of a console page is on its way. */
export function useUiAdapterOf(page: Page | null): UiAdapter | null | undefined {
  const adapter = store.use()
  return page?.surface ? adapter : null
}
