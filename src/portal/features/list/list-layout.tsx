// Draws a list in one of the layouts that lists share with sections.

import { Actions } from '#portal/features/actions/actions.tsx'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ListViewProps } from './list-view-props.ts'

export function ListLayout({ page, items, scope }: ListViewProps) {
  const [heading, ...columns] = page.columns
  const foot = (item: Item) => (
    <Actions
      actions={page.rowActions}
      scope={{ ...scope, item }}
      title={page.title}
      item={item}
      picture={page.picture}
    />
  )
  return (
    <Layout
      look={page.view}
      title={page.title}
      items={items}
      heading={heading?.field.name ?? 'title'}
      columns={columns}
      open={page.open}
      scope={scope}
      picture={page.picture}
      level="h2"
      foot={page.rowActions.length > 0 ? foot : undefined}
    />
  )
}
