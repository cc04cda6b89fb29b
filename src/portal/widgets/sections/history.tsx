// Draws the section with an item's history for its participants: a timeline, on the console the steps of the UI
// adapter.
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { HistoryTimeline } from './on-demand/history-timeline.tsx'

export function HistorySection(props: SectionProps) {
  const History = useUiAdapter()?.Steps ?? HistoryTimeline
  return <History {...props} />
}
