// Declares the parts of the console that antd draws, each a chunk of its own, and their fallbacks without antd.

import { type ComponentType, type ReactNode, useRef } from 'react'
import { type Once, once, useOnce } from '#portal/core/state/once.ts'
import { ListTable } from '#portal/features/list/list-table.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { HistoryTimeline } from '#portal/widgets/sections/on-demand/history-timeline.tsx'

interface PartOptions<P> {
  readonly load: () => Promise<ComponentType<P>>
  readonly waiting?: ReactNode
  /** Serves where the chunk cannot be had, such as in a window that was open while the portal was renewed. */
  readonly instead: ComponentType<P>
}

interface Part<P> extends PartOptions<P> {
  readonly view: Once<ComponentType<P>>
  /** Ahead of need; never rejects. */
  come(): Promise<unknown>
}

export function toPart<P extends object>(options: PartOptions<P>): Part<P> {
  const view = once(options.load)
  return { ...options, view, come: () => view.load().catch(() => undefined) }
}

interface Props<P> {
  readonly part: Part<P>
  readonly given: P
}

export function PartSlot<P extends object>({ part, given }: Props<P>) {
  const { value, error } = useOnce(part.view)
  // The replacement stays as long as it is on the screen.
  const isFailed = useRef(false)
  isFailed.current ||= error !== undefined
  const View = isFailed.current ? part.instead : value
  return View ? <View {...given} /> : part.waiting
}

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

export const ORDER_LIST = toPart({
  load: async () => (await import('./order-list.tsx')).OrderList,
  waiting: <Skeleton lines={10} />,
  instead: ListTable,
})

export const MONTH_TABLE = toPart({
  load: async () => (await import('./month-table.tsx')).MonthTable,
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
