// Owns which parts of the console antd draws, each a chunk of its own, and what serves without them.
import { ListTable } from '../pages/list-table.tsx'
import { PlainDialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { HistoryTimeline } from '../widgets/history-timeline.tsx'
import { toPart } from './part.tsx'

export const MODAL = toPart({
  load: async () => (await import('./modal.tsx')).ConsoleModal,
  instead: PlainDialog,
})

export const MESSAGES = toPart({
  load: async () => (await import('./messages.tsx')).Messages,
  instead: () => null,
})

export const TABLE = toPart({
  load: async () => (await import('./desk-table.tsx')).DeskTable,
  waiting: <Skeleton lines={10} />,
  instead: ListTable,
})

export const QUICK_LOOK = toPart({
  load: async () => (await import('./quick-look.tsx')).QuickLook,
  instead: () => null,
})

export const STEPS = toPart({
  load: async () => (await import('./way-steps.tsx')).WaySteps,
  waiting: <Skeleton lines={4} />,
  instead: HistoryTimeline,
})
