// Draws a statistic: figures that link to their lists, or a group as line or bars, with the same numbers as a table
// and as a file.
import { Statistic } from 'antd'
import { post } from '#portal/core/api/client.ts'
import { currentSession } from '#portal/core/session/session.ts'
import { calls } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { AppLink } from '#portal/ui/app-link.tsx'
import { saveSheet } from '#portal/ui/browser/save-blob.ts'
import { Button } from '#portal/ui/button.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { PeriodLine } from '#portal/widgets/charts/period-chart.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { WidgetOptions } from '#shared/generated/widget-options.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { Sheet } from '#shared/tables/sheet.ts'
import { SectionFrame } from '../parts/section-frame.tsx'
import { useSectionRead } from '../parts/use-section-read.ts'
import './statistic-view.css'

type Measure = 'sum' | 'average'

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function amountIn(entry: Item, of: string | undefined, measure: Measure = 'sum'): number | null {
  if (of === undefined) return finite(entry.count ?? entry.totalCount)
  return finite(listOf(entry.numbers).find(({ field }) => field === of)?.[measure])
}

export function StatisticView(props: SectionProps) {
  return optionsOf<'sections/statistic'>(props.section).figures ? (
    <Figures {...props} />
  ) : (
    <Group {...props} />
  )
}

function Figures({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { figures = [] } = optionsOf<'sections/statistic'>(section)
  return (
    <SectionFrame section={section} scope={scope} read={read}>
      <AntdFrame>
        <div className="eq-stat-figures">
          {figures.map((figure) => (
            <Figure key={figure.label} figure={figure} data={(read.data ?? {}) as Item} scope={scope} />
          ))}
        </div>
      </AntdFrame>
    </SectionFrame>
  )
}

type FigureOptions = NonNullable<WidgetOptions['sections/statistic']['figures']>[number]

interface FigureProps {
  readonly figure: FigureOptions
  readonly data: Item
  readonly scope: Scope
}

function Figure({ figure, data, scope }: FigureProps) {
  const { label, of, measure, unit = '', link } = figure
  const amount = amountIn(data, of, measure)
  const drawn = <Statistic title={label} value={amount ?? '—'} {...(unit ? { suffix: unit } : {})} />
  if (!link) return <div className="eq-stat-figure">{drawn}</div>
  return (
    <AppLink
      link={link as Link} // compiled
      scope={scope}
      className="eq-stat-figure"
    >
      {drawn}
    </AppLink>
  )
}

interface Row {
  readonly value: string
  readonly label: string
  readonly amount: number | null
  /** Content type of the item that the entry is about. */
  readonly type: string
}

const DEFAULT_ROWS = 10

function Group({ section, scope, page }: SectionProps) {
  const read = useSectionRead(section, scope)
  const options = optionsOf<'sections/statistic'>(section)
  const { field, of, measure, unit = '', name = '数量', most = DEFAULT_ROWS } = options
  const link = options.link as Link | undefined // compiled
  const groups = listOf((read.data as { groups?: unknown } | undefined)?.groups)
  const group = groups.find((one) => one.field === field) ?? (field === undefined ? groups[0] : undefined)
  const rows = listOf(group?.items).map(
    (one): Row => ({
      value: toText(one.value),
      label: toText(one.label),
      amount: amountIn(one, of, measure),
      type: toText(one.type),
    }),
  )
  const show = options.show ?? (group?.every ? 'line' : 'bars')
  const shown = group?.every ? rows.toReversed() : rows.slice(0, most)
  const column = unit ? `${name}（${unit}）` : name
  const table = { first: toText(group?.title), name: column, rows: shown, link }
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={!rows.some(({ amount }) => amount !== null && amount > 0)}
      empty="这段时间没有数据"
    >
      {show === 'table' ? null : (
        <div aria-hidden={show === 'line' || undefined}>
          {show === 'line' ? (
            <PeriodLine points={shown.map((row) => ({ ...row, text: toCount(row.amount, unit) }))} />
          ) : (
            <Bars rows={shown} unit={unit} link={link} scope={scope} />
          )}
        </div>
      )}
      {show === 'table' ? (
        <Table {...table} scope={scope} />
      ) : (
        <details className="eq-statistic-table">
          <summary>以表格查看</summary>
          <Table {...table} scope={scope} />
        </details>
      )}
      <Files
        sheet={toSheet(`${page.title}-${section.title ?? name}`, table)}
        columns={[table.first, table.name]}
        path={section.source?.path ?? ''}
      />
    </SectionFrame>
  )
}

const toCount = (amount: number | null, unit: string): string =>
  amount === null ? '—' : `${toFigure(amount)}${unit ? ` ${unit}` : ''}`

interface Bars {
  readonly rows: readonly Row[]
  readonly unit: string
  readonly link: Link | undefined
  readonly scope: Scope
}

function Bars({ rows, unit, link, scope }: Bars) {
  const largest = Math.max(1, ...rows.map(({ amount }) => amount ?? 0))
  return (
    <ul className="eq-bars" data-amounts>
      {rows.map((row) => (
        <li key={row.value}>
          <Label row={row} link={link} scope={scope} className="eq-bar-label" />
          <svg className="eq-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
            <rect width={Math.max(1, Math.round(((row.amount ?? 0) / largest) * 100))} height="10" rx="1" />
          </svg>
          <span className="eq-figure">{toCount(row.amount, unit)}</span>
        </li>
      ))}
    </ul>
  )
}

interface LabelProps extends Pick<Bars, 'link' | 'scope'> {
  readonly row: Row
  readonly className?: string
}

/** What has no value, such as all others together, has no list. */
function Label({ row, link, scope, className = '' }: LabelProps) {
  if (!link || row.value === '')
    return (
      <span className={className} title={row.label}>
        {row.label}
      </span>
    )
  return (
    <AppLink
      link={link}
      scope={{ ...scope, item: { value: row.value, type: row.type } }}
      className={className}
    >
      {row.label}
    </AppLink>
  )
}

interface TableProps {
  readonly first: string
  readonly name: string
  readonly rows: readonly Row[]
  readonly link: Link | undefined
}

function Table({ first, name, rows, link, scope }: TableProps & Pick<Bars, 'scope'>) {
  return (
    <table className="eq-statistic-rows">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value}>
            <th scope="row">
              <Label row={row} link={link} scope={scope} />
            </th>
            <td className="eq-figure">{toCount(row.amount, '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The rows of the table, so that the file says what the page says. */
function toSheet(name: string, { first, name: column, rows }: TableProps): Sheet {
  return {
    name,
    rows: [
      [
        { value: first, style: 'head' },
        { value: column, style: 'head' },
      ],
      ...rows.map(({ label, amount }) => [{ value: label, style: 'text' as const }, amount ?? '']),
    ],
    columns: [{ width: 32 }, { width: 14 }],
    fixed: { rows: 1, columns: 0 },
  }
}

interface FilesProps {
  readonly sheet: Sheet
  readonly columns: readonly string[]
  readonly path: string
}

function Files({ sheet, columns, path }: FilesProps) {
  const { isBusy, run } = useTask('没有导出', (message) => toast.error(message))
  const save = (format: 'xlsx' | 'csv') => async () => {
    const exported = calls['audit.exported']
    if (exported && currentSession().user !== null)
      await post(exported, { path, entries: sheet.rows.length - 1, columns }, {}, { quiet: true })
    await saveSheet(sheet, format)
  }
  return (
    <p className="eq-statistic-files">
      <span className="eq-muted">导出：</span>
      <Button look="text" busy={isBusy} onClick={() => void run(save('xlsx'))}>
        Excel
      </Button>
      <Button look="text" busy={isBusy} onClick={() => void run(save('csv'))}>
        CSV
      </Button>
    </p>
  )
}
