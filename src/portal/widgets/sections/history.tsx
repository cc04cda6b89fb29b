// Owns the section that tells the parties of an item what has happened to it: a record, on the console its way.
import { useConsoleKit } from '../../app/console-kit.ts'
import { HistoryTimeline } from '../history-timeline.tsx'
import type { SectionProps } from '../widget-props.ts'

export function HistorySection(props: SectionProps) {
  const History = useConsoleKit()?.Steps ?? HistoryTimeline
  return <History {...props} />
}
