// Declares the parts of the console that antd draws, each a chunk of its own, and their fallbacks without antd.
import { ListTable } from '#portal/features/list/list-table.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { HistoryTimeline } from '#portal/widgets/sections/on-demand/history-timeline.tsx'
import { toPart } from './lazy-part.tsx'

export const MODAL = toPart({
  load: async () => (await import('./console-modal.tsx')).ConsoleModal,
  instead: PlainDialog,
})

export const MESSAGES = toPart({
  load: async () => (await import('./console-messages.tsx')).Messages,
  instead: () => null,
})

export const TABLE = toPart({
  load: async () => (await import('./console-table.tsx')).ConsoleTable,
  waiting: <Skeleton lines={10} />,
  instead: ListTable,
})

export const PREVIEW_DRAWER = toPart({
  load: async () => (await import('./preview-drawer.tsx')).PreviewDrawer,
  instead: () => null,
})

export const LIFECYCLE_PROGRESS = toPart({
  load: async () => (await import('./lifecycle-progress.tsx')).LifecycleProgress,
  waiting: <Skeleton lines={4} />,
  instead: HistoryTimeline,
})
