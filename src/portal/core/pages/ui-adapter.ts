// Owns the seam between pages and the controls of the console: null on the site, whose own controls draw then.
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import type { DeskListProps } from '#portal/features/list/list-view-props.ts'
import type { DialogProps } from '#portal/ui/dialog-props.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import type { Page } from '#shared/model/page-model.ts'

export interface ConsoleKit {
  /** Around the page: gives the kit to all that is drawn in it. */
  readonly Frame: ComponentType<{ readonly children: ReactNode }>
  readonly Dialog: ComponentType<DialogProps>
  readonly List: ComponentType<DeskListProps>
  /** Beside the sorting of a list. */
  readonly ListTools: ComponentType
  readonly Steps: ComponentType<SectionProps>
  /** Loads what the page draws at once; never rejects. */
  prepare(page: Page): Promise<void>
}

export const KitContext = createContext<ConsoleKit | null>(null)
export const useConsoleKit = (): ConsoleKit | null => useContext(KitContext)

/** Undefined until it is here; null where it cannot be had, and the site's controls serve. */
const store = createStore<ConsoleKit | null | undefined>(undefined)

/** Nothing for a page of the site. Never rejects; after a failure the next page tries again. */
export async function loadKit(page: Page): Promise<void> {
  if (!page.surface) return
  if (!store.get())
    store.set(
      await import('#portal/features/console/console-adapter.tsx').then(
        ({ KIT }) => KIT,
        () => null,
      ),
    )
  await store.get()?.prepare(page)
}

/** Undefined while the kit of a console page is on its way. */
export function useKitOf(page: Page | null): ConsoleKit | null | undefined {
  const kit = store.use()
  return page?.surface ? kit : null
}
