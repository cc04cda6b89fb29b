// Draws the page that compares items side by side; the address names the items and the base item.
import { useEffect, useMemo, useRef, useState } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { type ReadState, useRead } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import { PageHead } from '#portal/features/page/page-head.tsx'
import { PrintAddress } from '#portal/features/page/print-address.tsx'
import { ShareButton } from '#portal/features/page/share-button.tsx'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { printPage } from '#portal/ui/browser/print-page.ts'
import { saveSheet } from '#portal/ui/browser/save-blob.ts'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { ErrorCard } from '#portal/ui/error-card.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { useRegions } from '#portal/widgets/choices/use-regions.ts'
import { formatValue } from '#portal/widgets/items/format-value.ts'
import { picturesOf } from '#portal/widgets/items/item-picture.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import {
  type CompareGroup,
  type ComparisonParameters,
  compareRows,
  parameterGroups,
} from './comparison-rows.ts'
import { type ComparisonEntry, itemsIn, readCompareSets, useComparisonSet } from './comparison-set.ts'
import { ComparisonTable, titleOf } from './comparison-table.tsx'
import { type RatingStars, StarFormula } from './rating-row.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import './comparison.css'
import type { Field } from '#shared/model/content-model.ts'
import type { Sheet, SheetCell } from '#shared/tables/sheet.ts'

const SLOTS = [0, 1, 2, 3, 4, 5] as const

/** One read a slot; the number of slots never changes, as hooks demand. */
function useItems(page: ComparePage, scope: Scope, ids: readonly string[]) {
  return SLOTS.map((slot) => {
    const id = ids[slot]
    // biome-ignore lint/correctness/useHookAtTopLevel: the slots are constant, so the order of hooks is
    const read = useRead<Item>(id ? toReadSource(page.source, { ...scope, item: { id } }) : null)
    // The last data stay while others load: here they would stand under another name.
    return read.data && String(read.data.id) !== id
      ? { ...read, data: undefined, loading: !read.error }
      : read
  })
}

/** Returns the same value as long as its parts stay the same. */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

/** The item as the tray shows it. */
function toEntry({ heading, picture }: ComparePage, id: string, item: Item | undefined): ComparisonEntry {
  const [shown] = item ? picturesOf(item, picture) : []
  return { id, title: item ? headingOf(item, { heading }) : '', ...(shown ? { picture: shown.url } : {}) }
}

function readIds(text: string | undefined, max: number): string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))].slice(0, max)
}

/** Those that the page and the set put aside are of, the baseline first. */
function baseFirst(ids: readonly string[], base: string | undefined): readonly string[] {
  return base !== undefined && ids.includes(base) ? [base, ...ids.filter((id) => id !== base)] : ids
}

interface StarsAnswer {
  readonly formula: string
  readonly stars: readonly RatingStars[]
}

const isOver = ({ data, error }: ReadState<unknown>): boolean => data !== undefined || error !== undefined

export function ComparePageView({ page }: { readonly page: ComparePage }) {
  const { scope, query, setQuery } = usePageScope(page)
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const [marked, setMarked] = useState(true)
  const [swapped, setSwapped] = useState<string>()
  const ids = useMemo(() => readIds(query.ids, page.max), [query.ids, page.max])
  const shownIds = useMemo(() => baseFirst(ids, query.base), [ids, query.base])
  const requestedCount = (query.ids ?? '').split(',').filter(Boolean).length
  const all = useItems(page, scope, shownIds)
  const reads = all.slice(0, shownIds.length)
  // Never more than are shown: what an address names beyond is left out.
  const whole = useMemo(() => ({ ...scope, query: { ...query, ids: ids.join(',') } }), [scope, query, ids])
  const parameters = useRead<ComparisonParameters>(
    page.parameters && ids.length > 0 ? toReadSource(page.parameters, whole) : null,
  )
  const stars = useRead<StarsAnswer>(page.stars && ids.length > 0 ? toReadSource(page.stars, whole) : null)
  // The menu leads here without an address of items: the set put aside is opened.
  const isOpen = query.ids !== undefined
  // Drawn at once when all is there, since rows that come later push the others down; from then on it stays.
  const wasWhole = useRef(false)
  const awaited = [...reads, ...(page.parameters ? [parameters] : []), ...(page.stars ? [stars] : [])]
  wasWhole.current ||= awaited.every(isOver)
  // Items that do not exist or were deleted are removed from the set.
  const missingIds = useStable(shownIds.filter((_, index) => reads[index]?.error?.status === 404))
  const entries = shownIds.map((id, index) => toEntry(page, id, reads[index]?.data))
  const compared = useStable(isOpen ? entries.filter(({ id }) => !missingIds.includes(id)) : null)
  const own = useComparisonSet(page.path, page.max, compared, missingIds)
  useEffect(() => {
    if (isOpen) return
    const kept = itemsIn(readCompareSets(), page.path).map(({ id }) => id)
    if (kept.length) setQuery({ ids: kept.join(',') }, true)
  }, [isOpen, page, setQuery])
  useEffect(() => {
    if (requestedCount > page.max) toast.error(`最多同时比对 ${page.max} 项，其余没有列入`)
  }, [requestedCount, page.max])
  const isPinned = query.base !== undefined && shownIds[0] === query.base
  const items = reads.map(({ data }) => data)
  const groups: CompareGroup[] = [
    { title: '基本信息', rows: compareRows(page.rows, items, parameters.error === undefined) },
    ...(parameters.data && !parameters.error ? parameterGroups(parameters.data, shownIds) : []),
  ]
  const remove = (id: string) => {
    own.willChange()
    setQuery({
      ids: ids.filter((one) => one !== id).join(','),
      ...(query.base === id ? { base: '' } : {}),
    })
  }
  const swap = (id: string) => {
    own.willChange()
    setQuery({
      ids: ids.map((one) => (one === swapped ? id : one)).join(','),
      ...(query.base === swapped ? { base: id } : {}),
    })
    setSwapped(undefined)
  }
  const pick = page.pick ? (
    <LinkButton link={page.pick} scope={scope} icon="add" look={ids.length ? 'plain' : 'primary'}>
      添加比对项
    </LinkButton>
  ) : null
  const leaving = reads.find(({ data }) => data && String(data.id) === swapped)?.data
  const drawComparison = () => {
    if (ids.length === 0) return <Empty text={`还没有选择比对项，最多可选 ${page.max} 项`}>{pick}</Empty>
    if (compared?.length === 0) return <Empty text="要比对的内容不存在，或已下线">{pick}</Empty>
    return (
      <>
        <div className="eq-compare-tools">
          <Checkbox label="高亮差异" checked={marked} onChange={setMarked} />
          <Checkbox label="隐藏相同" checked={onlyDifferent} onChange={setOnlyDifferent} />
          <span className="eq-actions">
            {ids.length < page.max ? pick : null}
            <ShareButton title={page.title} label="分享" icon="share" />
            <ExportButtons page={page} reads={reads} groups={groups} />
            <Button icon="print" onClick={() => void printPage()}>
              打印
            </Button>
          </span>
        </div>
        {parameters.error ? (
          <ErrorCard title={parameters.error.errors?.[0]?.message ?? parameters.error.message} />
        ) : null}
        {wasWhole.current ? (
          <ComparisonTable
            page={page}
            ids={shownIds}
            reads={reads}
            groups={groups}
            stars={(stars.error ? undefined : stars.data?.stars) ?? []}
            scope={scope}
            marked={marked}
            onlyDifferent={onlyDifferent}
            isPinned={isPinned}
            isBusy={reads.some(({ loading }) => loading) || parameters.loading || stars.loading}
            onPin={(id) => setQuery({ base: query.base === id ? '' : id })}
            onSwap={page.candidates ? setSwapped : undefined}
            onRemove={remove}
          />
        ) : (
          <div className="eq-compare-wait">
            <Skeleton shape="block" />
          </div>
        )}
        <PrintAddress />
        {stars.data && !stars.error ? <StarFormula formula={stars.data.formula} /> : null}
      </>
    )
  }
  return (
    <div className="eq-page eq-compare-page">
      <PageHead page={page} />
      <SetNotice
        own={own}
        isShown={ids.length > 0}
        hasItems={(compared ?? []).length > 0}
        onOpenSet={() => setQuery({ ids: own.kept.map(({ id }) => id).join(','), base: '' })}
      />
      <div className="eq-card">{drawComparison()}</div>
      {leaving ? (
        <SwapDialog
          page={page}
          scope={scope}
          item={leaving}
          ids={ids}
          onChoose={swap}
          onClose={() => setSwapped(undefined)}
        />
      ) : null}
    </div>
  )
}

interface ExportButtonsProps {
  readonly page: ComparePage
  readonly reads: readonly ReadState<Item>[]
  readonly groups: readonly CompareGroup[]
}

function ExportButtons({ page, reads, groups }: ExportButtonsProps) {
  const regions = useRegions(page.rows.some(({ field }) => field.type === 'region'))
  const save = (format: 'xlsx' | 'csv') => {
    const heads = reads.map((read) => titleOf(page, read))
    const spell: ValueFormatter = (field, value, item) => formatValue(field, value, item, regions)
    saveSheet(toSheet(page.title, heads, groups, spell), format).catch(() =>
      toast.error('文件保存失败，请重试'),
    )
  }
  return (
    <>
      <Button icon="download" onClick={() => save('xlsx')}>
        导出 Excel
      </Button>
      <Button icon="download" onClick={() => save('csv')}>
        导出 CSV
      </Button>
    </>
  )
}

interface SetNoticeProps {
  readonly own: ReturnType<typeof useComparisonSet>
  /** The address names items. */
  readonly isShown: boolean
  readonly hasItems: boolean
  readonly onOpenSet: () => void
}

/** Tells that the page shows other items than the visitor's own comparison set. */
function SetNotice({ own, isShown, hasItems, onOpenSet }: SetNoticeProps) {
  if (own.kept.length > 0 && isShown)
    return (
      <div role="status" className="eq-notice">
        <p>本页内容与您的比对栏不同，您已选的 {own.kept.length} 项没有变动。</p>
        <span className="eq-actions">
          <Button onClick={onOpenSet}>比对已选内容</Button>
          <Button onClick={own.take}>替换为这一组</Button>
        </span>
      </div>
    )
  if (!hasItems || own.isOwn) return null
  return (
    <div role="status" className="eq-notice">
      <p>本页内容来自链接，未加入您的比对栏。</p>
      <span className="eq-actions">
        <Button onClick={own.take}>加入比对栏</Button>
      </span>
    </div>
  )
}

interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

type ValueFormatter = (field: Field, value: unknown, item: Readonly<Record<string, unknown>>) => string

/** Rows in groups with their units; numbers stay numbers where nothing is spelled out. */
function toSheet(
  name: string,
  titles: readonly string[],
  groups: readonly CompareGroup[],
  format: ValueFormatter,
): Sheet {
  const rows: SheetCell[][] = [['分组', '项目', '单位', ...titles].map((value) => ({ value, style: 'head' }))]
  for (const { title, rows: own } of groups)
    for (const { column, items, best } of own) {
      const { field, label } = column
      const values = items.map((item, at): SheetCell => {
        const given = item?.[field.name]
        const text = item ? format(field, given, item) : ''
        const value = typeof given === 'number' && text === String(given) ? given : text
        return best.has(at) ? { value, style: 'better' } : value
      })
      rows.push([title, label, field.unit ?? '', ...values])
    }
  const isMarked = groups.some((group) => group.rows.some(({ best }) => best.size > 0))
  return {
    name,
    rows: isMarked ? [...rows, [], ['', '绿底粗体为同一行中的较优值']] : rows,
    columns: [{ width: 14 }, { width: 20 }, { width: 10 }, ...titles.map(() => ({ width: 24 }))],
    fixed: { rows: 1, columns: 2 },
  }
}
