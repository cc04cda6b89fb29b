// Finds filters by file name.
import own from 'portal-widgets/filters'
import { ErrorCard, Guard } from '#portal/ui/error-card.tsx'
import { toRegistry } from './widget-name.ts'
import type { FilterComponent, FilterProps } from './widget-props.ts'

const modules = import.meta.glob('./filters/*.tsx', { eager: true })

export const FILTERS = toRegistry<FilterComponent>({ ...modules, ...own })

export function FilterField(props: FilterProps) {
  const Widget = FILTERS.get(props.filter.widget)
  if (!Widget) return <ErrorCard title={`没有名为“${props.filter.widget}”的筛选组件`} />
  return (
    <Guard name={props.filter.widget}>
      <Widget {...props} />
    </Guard>
  )
}
