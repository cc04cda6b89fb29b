// Draws the band of figures that shows how much content the portal has.

import { AppLink } from '#portal/ui/app-link.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

export function StatBandSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { types, links = [], strip } = optionsOf<'sections/stat-band'>(section)
  const all = listOf(read.data)
  const rows = types?.flatMap((type) => all.filter((row) => row.type === type)) ?? all
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      // One quiet line keeps the place of what may come.
      isEmpty={rows.length === 0 && !(strip && !section.optional)}
      skeleton={<Skeleton shape="block" height={strip ? 28 : 88} />}
      className={strip ? 'eq-band' : 'eq-stat-card'}
    >
      {rows.length === 0 ? (
        <p className="eq-strip-none">{section.empty?.text ?? '还没有新的内容'}</p>
      ) : (
        <dl className={strip ? 'eq-strip-stats' : 'eq-stats'}>
          {keyed(rows, (row) => toText(row.type ?? row.title)).map(({ key, entry: row }) => (
            <div key={key}>
              <dt>
                <Name row={row} link={links.find(({ type }) => type === row.type)?.link} scope={scope} />
              </dt>
              <Figure text={toFigure(row.count) || '0'} />
            </div>
          ))}
        </dl>
      )}
    </SectionFrame>
  )
}

function Figure({ text }: { readonly text: string }) {
  return (
    <dd className="eq-figure" data-none={text === '0' || undefined}>
      {text}
    </dd>
  )
}

function Name({
  row,
  link,
  scope,
}: {
  readonly row: Item
  readonly link: Link | undefined
  readonly scope: Scope
}) {
  const title = toText(row.title)
  if (!link) return title
  return (
    <AppLink link={link} scope={scope} className="eq-cover-link">
      {title}
    </AppLink>
  )
}
