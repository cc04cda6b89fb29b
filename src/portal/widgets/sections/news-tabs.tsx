// Draws the section of lists behind tabs, the first item of each with its cover.
import { useId, useState } from 'react'
import { Failed } from '#portal/ui/failed.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { ItemLine } from '#portal/widgets/items/item-row.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { EmptySection } from './parts/empty-section.tsx'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface TabOption {
  readonly label: string
  readonly params: Readonly<Record<string, unknown>>
}

const ALL: TabOption = { label: '全部', params: {} }

export function NewsTabsSection({ section, scope, page }: SectionProps) {
  const { tabs = [ALL] } = optionsOf<'sections/news-tabs'>(section)
  const [label, setLabel] = useState(tabs[0]?.label ?? '')
  const tab = tabs.find((candidate) => candidate.label === label) ?? tabs[0] ?? ALL
  const panel = useId()
  return (
    <SectionFrame section={section} scope={scope} className="eq-news-tabs">
      <Tabs
        label={section.title ?? '分类'}
        panel={panel}
        tabs={tabs.map((option) => ({ value: option.label, label: option.label }))}
        value={tab.label}
        onChange={setLabel}
      />
      <div id={panel} role="tabpanel" aria-label={tab.label}>
        <Panel section={section} scope={scope} page={page} params={tab.params} />
      </div>
    </SectionFrame>
  )
}

function Panel({ section, scope, params }: SectionProps & { readonly params: TabOption['params'] }) {
  const { data, error, retry } = useSectionRead(section, scope, params)
  const Heading = section.title ? 'h3' : 'h2'
  const [lead, ...rest] = listOf(data)
  if (error && data === undefined) return <Failed error={error} retry={retry} />
  if (data === undefined) return <Skeleton shape="block" height={276} />
  if (!lead) return <EmptySection section={section} scope={scope} />
  return (
    <div className="eq-lead-list">
      <article className="eq-lead">
        <ItemCover item={lead} category={section.content?.category} />
        <Heading className="eq-clamp-2">
          <ItemLink link={section.open} scope={scope} item={lead} className="eq-cover-link">
            {headingOf(lead, section.content)}
          </ItemLink>
        </Heading>
        {lead.summary ? <p className="eq-clamp-2 eq-muted">{toText(lead.summary)}</p> : null}
      </article>
      <ul className="eq-rows">
        {rest.map((item) => (
          <ItemLine key={String(item.id)} section={section} scope={scope} item={item} />
        ))}
      </ul>
    </div>
  )
}
