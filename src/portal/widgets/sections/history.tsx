// Owns the section that tells the parties of an item what has happened to it: a record, on the console its way.
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { HistoryTimeline } from './parts/history-timeline.tsx'

export function HistorySection(props: SectionProps) {
  const History = useUiAdapter()?.Steps ?? HistoryTimeline
  return <History {...props} />
}
