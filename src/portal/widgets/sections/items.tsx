// Draws the section of a run of items in one of the layouts, behind tabs if it has some.
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Section } from '#shared/model/page-model.ts'
import { ListSection } from './parts/list-section.tsx'

export function ItemsSection({ section, scope }: SectionProps) {
  const { tabs } = optionsOf<'sections/items'>(section)
  return (
    <ListSection section={section} scope={scope} tabs={tabs} skeleton={<Waiting section={section} />}>
      {(items) => <Run section={section} scope={scope} items={items} />}
    </ListSection>
  )
}

function Run({ section, scope, items }: Omit<SectionProps, 'page'> & { readonly items: readonly Item[] }) {
  const { look, strip } = optionsOf<'sections/items'>(section)
  const { content } = section
  return (
    <div className={strip ? 'eq-strip-run' : undefined}>
      <Layout
        look={look}
        title={section.title ?? content?.title ?? look}
        items={items}
        heading={content?.heading ?? 'title'}
        columns={section.columns ?? []}
        open={section.open}
        scope={scope}
        picture={content?.picture}
        category={content?.category}
        level={section.title ? 'h3' : 'h2'}
        dense
      />
    </div>
  )
}

/**
 * Height of one item in each layout, and the number of items in a row on a wide screen. The page does not shift when
 * the items arrive.
 */
const SHAPES: Readonly<Record<string, readonly [height: number, aRow: number]>> = {
  ledger: [68, 1],
  people: [89, 2],
  plates: [72, 2],
  terms: [57, 1],
  shelf: [266, 5],
  posters: [150, 5],
  calendar: [88, 1],
  norms: [56, 1],
  front: [49, 1],
}

function Waiting({ section }: { readonly section: Section }) {
  const { look } = optionsOf<'sections/items'>(section)
  const [height, aRow] = SHAPES[look] ?? [44, 1]
  const rows = Math.ceil(Number(section.source?.params.limit ?? 6) / aRow)
  return <Skeleton shape="block" height={rows * height} />
}
