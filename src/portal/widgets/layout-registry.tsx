// Finds layouts by file name: the ways of drawing a run of items that lists and sections share.
import { ErrorCard, Guard } from '#portal/ui/error-card.tsx'
import type { LayoutComponent, LayoutProps } from './layout-props.ts'
import { toRegistry } from './widget-name.ts'

const modules = import.meta.glob('./layouts/*.tsx', { eager: true })

export const LAYOUTS = toRegistry<LayoutComponent>(modules)

interface Props extends LayoutProps {
  readonly look: string
  /** Name of the drawn content, for the message if drawing fails. */
  readonly title: string
}

export function Layout({ look, title, ...props }: Props) {
  const Drawn = LAYOUTS.get(look)
  if (!Drawn) return <ErrorCard title={`没有名为“${look}”的样式`} />
  return (
    <Guard name={title}>
      <Drawn {...props} />
    </Guard>
  )
}
