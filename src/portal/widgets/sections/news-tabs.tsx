// Owns the section of lists behind tabs, the first item of each with its cover.
import { useId, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toText } from '../../ui/to-text.ts'
import { ItemCover } from '../item-cover.tsx'
import { ItemLink } from '../item-link.tsx'
import { ItemRow } from '../item-row.tsx'
import { headingOf } from '../item-text.ts'
import { listOf } from '../list-of.ts'
import { Nothing } from '../nothing.tsx'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { SectionProps } from '../widget-props.ts'

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
  if (!lead) return <Nothing section={section} scope={scope} />
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
          <ItemRow key={String(item.id)} section={section} scope={scope} item={item} />
        ))}
      </ul>
    </div>
  )
}
