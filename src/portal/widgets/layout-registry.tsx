// Owns the finding of looks by file name: the ways of drawing a run of items that lists and sections share.
import { ErrorCard, Guard } from '#portal/ui/error-card.tsx'
import type { LookComponent, LookProps } from './layout-props.ts'
import { onlyComponent, widgetName } from './widget-name.ts'

const modules = import.meta.glob('./layouts/*.tsx', { eager: true })

export const LOOKS: ReadonlyMap<string, LookComponent> = new Map(
  Object.entries(modules).map(([file, module]) => [widgetName(file), onlyComponent<LookComponent>(module)]),
)

interface Props extends LookProps {
  readonly look: string
  /** Of what is drawn, for the message should drawing fail. */
  readonly title: string
}

export function Look({ look, title, ...props }: Props) {
  const Drawn = LOOKS.get(look)
  if (!Drawn) return <ErrorCard title={`没有名为“${look}”的样式`} />
  return (
    <Guard name={title}>
      <Drawn {...props} />
    </Guard>
  )
}
