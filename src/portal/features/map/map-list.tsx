// Draws the list next to the map: the items in the area, each with a link to its page.
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { MapKind, MapNumbers } from '#shared/calls/map-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'
import { Patch } from './map-filters.tsx'
import type { MapAddress } from './use-map-address.ts'

interface RegionTableProps {
  readonly numbers: MapNumbers
  readonly kinds: readonly MapKind[]
  readonly area: string
  /** Undefined where areas have no parts. */
  readonly onRegion: ((code: string) => void) | undefined
}

/**
 * Draws the table of areas with their numbers by kind: the same as the map, for keyboard and screen readers.
 */
export function RegionTable({ numbers, kinds, area, onRegion }: RegionTableProps) {
  const { regions, unplaced, total } = numbers
  return (
    <div className="eq-scroll eq-map-scroll">
      <table className="eq-map-table">
        <caption>
          {area}各地区的数量，共 {total} 项
        </caption>
        <thead>
          <tr>
            <th scope="col">地区</th>
            <th scope="col">合计</th>
            {kinds.map(({ kind, title }) => (
              <th key={kind} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ code, name, count, kinds: own }) => (
            <tr key={code}>
              <th scope="row">
                {onRegion ? (
                  <button type="button" className="eq-text-button" onClick={() => onRegion(code)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              <td className="eq-figure">{count}</td>
              {kinds.map(({ kind, title }) => (
                <td key={kind} className="eq-figure" data-kind={title} data-none={own[kind] ? undefined : ''}>
                  {own[kind] ?? 0}
                </td>
              ))}
            </tr>
          ))}
          {unplaced > 0 ? (
            <tr>
              <th scope="row">未注明</th>
              <td className="eq-figure">{unplaced}</td>
              <td colSpan={kinds.length} data-none="" />
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

const SIZE = 6

interface Props {
  readonly section: Section
  readonly scope: Scope
  readonly address: MapAddress
  readonly kinds: readonly MapKind[]
  readonly area: string
}

export function MapList({ section, scope, address, kinds, area }: Props) {
  const { params, page } = address
  const read = useSectionRead(section, scope, { ...params, limit: SIZE, ...(page > 1 ? { page } : {}) })
  const items = listOf(read.data)
  const total = totalOf(read.data)
  const colors = new Map(kinds.map(({ kind, color }) => [kind, color]))
  return (
    <section className="eq-map-list" aria-label={`${area}的内容`}>
      <p className="eq-map-total" role="status">
        {area}共 <strong className="eq-figure">{read.data === undefined ? '…' : total}</strong> 项
      </p>
      {read.error && read.data === undefined ? <Failed error={read.error} retry={read.retry} /> : null}
      {read.data === undefined && !read.error ? <Skeleton lines={SIZE} /> : null}
      {read.data !== undefined && items.length === 0 ? (
        <Empty text="没有符合条件的内容，请更换地区或减少筛选条件" />
      ) : null}
      <ul aria-busy={'stale' in read && read.stale === true}>
        {items.map((item) => (
          <li key={`${toText(item.type)} ${toText(item.id)}`}>
            <ItemLink link={section.open} scope={scope} item={item} className="eq-map-item">
              {toText(item.title)}
            </ItemLink>
            <p className="eq-muted">
              <Patch color={colors.get(toText(item.type)) ?? 'currentColor'} round />
              <span>{toText(item.typeTitle)}</span>
              {item.regionName ? <span>{toText(item.regionName)}</span> : null}
              {item.publishedAt ? <time>{toDate(item.publishedAt)}</time> : null}
            </p>
          </li>
        ))}
      </ul>
      {total > SIZE ? (
        <Pagination page={page} size={SIZE} total={total} onChange={address.turn} sizes={false} />
      ) : null}
    </section>
  )
}
