// Provides the pages of the console with their UI adapter, in place of the site's own controls.
import { useRef } from 'react'
import { type UiAdapter, UiAdapterContext } from '#portal/core/pages/ui-adapter.ts'
import type { DialogProps } from '#portal/ui/dialog-props.ts'
import type { Page } from '#shared/model/page-model.ts'
import { ConsoleFrame } from './console-frame.tsx'
import { ConsoleList } from './console-list.tsx'
import { LIFECYCLE_PROGRESS, MESSAGES, MODAL, PREVIEW_DRAWER, TABLE } from './console-parts.tsx'
import { PartSlot } from './lazy-part.tsx'
import { isNarrow } from './narrow-screen.ts'
import { DensityChoice } from './row-density.tsx'

/** Milliseconds: what is needed only after a click is fetched when the page is on the screen. */
const AFTER_DRAWING = 800

/** Loads nothing for a dialog that has never been opened. */
function ConsoleDialog(props: DialogProps) {
  const wasOpen = useRef(false)
  if (props.open) wasOpen.current = true
  return wasOpen.current ? <PartSlot part={MODAL} given={props} /> : null
}

async function prepare(page: Page): Promise<void> {
  setTimeout(() => {
    for (const part of [MODAL, MESSAGES, ...(page.kind === 'list' ? [PREVIEW_DRAWER] : [])]) void part.come()
  }, AFTER_DRAWING)
  if (page.kind === 'list' && page.view === 'table' && !isNarrow()) await TABLE.come()
  if (page.kind === 'detail' && page.aside.length > 0) await LIFECYCLE_PROGRESS.come()
}

export const CONSOLE_ADAPTER: UiAdapter = {
  Frame: ({ children }) => (
    <UiAdapterContext value={CONSOLE_ADAPTER}>
      <ConsoleFrame>{children}</ConsoleFrame>
    </UiAdapterContext>
  ),
  Dialog: ConsoleDialog,
  List: ConsoleList,
  ListTools: DensityChoice,
  Steps: (props) => <PartSlot part={LIFECYCLE_PROGRESS} given={props} />,
  prepare,
}
