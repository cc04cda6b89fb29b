// Formats a lifecycle as text, for terminals.
import type { FlowState } from './flow-description.ts'

/** Each state with the steps out of it, and where they lead. */
export function toFlowText(title: string, flow: readonly FlowState[]): string {
  const titles = new Map(flow.map((state) => [state.name, state.title]))
  const states = flow.map(({ name, title: state, flags, steps }) =>
    [
      `● ${state}（${[name, ...flags].join('，')}）`,
      ...steps.map((step) => `   ├─ ${step.title} → ${titles.get(step.to)}：${step.lines.join('；')}`),
    ].join('\n'),
  )
  return `${title}\n\n${states.join('\n\n')}\n`
}
