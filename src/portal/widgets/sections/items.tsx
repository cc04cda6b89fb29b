// Draws the section of a run of items in one of the layouts, behind tabs if it has some.
import { useId, useState } from 'react'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Section } from '#shared/model/page-model.ts'
import { EmptySection } from './parts/empty-section.tsx'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

const NONE = {}

export function ItemsSection(props: SectionProps) {
  const { tabs } = optionsOf<'sections/items'>(props.section)
  return tabs ? <Tabbed {...props} /> : <Plain {...props} />
}

function Plain({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const items = listOf(read.data)
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={items.length === 0}
      skeleton={<Waiting section={section} />}
    >
      <Run section={section} scope={scope} items={items} />
    </SectionFrame>
  )
}

function Tabbed({ section, scope, page }: SectionProps) {
  const { tabs = [] } = optionsOf<'sections/items'>(section)
  const [label, setLabel] = useState(tabs[0]?.label ?? '')
  const panel = useId()
  return (
    <SectionFrame section={section} scope={scope}>
      <Tabs
        label={section.title ?? '分类'}
        panel={panel}
        tabs={tabs.map((tab) => ({ value: tab.label, label: tab.label }))}
        value={label}
        onChange={setLabel}
      />
      <div id={panel} role="tabpanel" aria-label={label}>
        <Panel
          section={section}
          scope={scope}
          page={page}
          params={tabs.find((tab) => tab.label === label)?.params ?? NONE}
        />
      </div>
    </SectionFrame>
  )
}

function Panel({
  section,
  scope,
  params,
}: SectionProps & { readonly params: Readonly<Record<string, unknown>> }) {
  const { data, error, retry } = useSectionRead(section, scope, params)
  if (error && data === undefined) return <Failed error={error} retry={retry} />
  if (data === undefined) return <Waiting section={section} />
  const items = listOf(data)
  if (items.length === 0) return <EmptySection section={section} scope={scope} />
  return <Run section={section} scope={scope} items={items} />
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
