// Draws the dialog in which the columns of an exported list are chosen, with the progress of the export.
import { useEffect, useRef, useState } from 'react'
import { get, post } from '#portal/core/api/client.ts'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import { currentSession } from '#portal/core/session/session.ts'
import { calls } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ListedNow } from '#portal/features/actions/action-props.ts'
import { saveSheet } from '#portal/ui/browser/save-blob.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { type Region, useRegions } from '#portal/widgets/choices/use-regions.ts'
import { formatValue } from '#portal/widgets/items/format-value.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PAGE_SIZES } from '#shared/calls/envelope.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ExportColumn } from '#shared/model/page-model.ts'
import type { Sheet, SheetCell } from '#shared/tables/sheet.ts'
import './export-dialog.css'

const SIZE = Math.max(...PAGE_SIZES)

/** A table of more is none that somebody reads; filters make it smaller. */
export const MAX_EXPORTED_ITEMS = 10_000

/** The part of a list that has been read; after a failure, reading continues from there. */
interface ReadProgress {
  readonly items: Map<string, Item>
  page: number
  total: number
  isOver: boolean
}

export const createReadProgress = (): ReadProgress => ({ items: new Map(), page: 1, total: 0, isOver: false })

/** Rows that move from page to page while it reads are kept once. Rejects as the call does; `signal` ends it. */
export async function continueReading(
  progress: ReadProgress,
  { path, params }: ReadSource,
  signal: AbortSignal,
  onPage: () => void,
): Promise<void> {
  while (!progress.isOver) {
    signal.throwIfAborted()
    const answer = await get<unknown>(
      path,
      { ...params, page: progress.page, limit: SIZE },
      { signal, quiet: true },
    )
    const rows = listOf(answer)
    for (const row of rows)
      if (progress.items.size < MAX_EXPORTED_ITEMS) progress.items.set(String(row.id), row)
    progress.total = totalOf(answer)
    progress.page += 1
    progress.isOver =
      rows.length < SIZE || progress.items.size >= Math.min(progress.total, MAX_EXPORTED_ITEMS)
    onPage()
  }
}

const WIDE_COLUMN = 40

const NARROW_COLUMN = 14

interface Props {
  readonly title: string
  readonly columns: readonly ExportColumn[]
  readonly list: ListedNow
  readonly onClose: () => void
}

type Format = 'xlsx' | 'csv'

const count = (value: number): string => value.toLocaleString('zh-CN')

export function ExportDialog({ title, columns, list, onClose }: Props) {
  const { source, total = 0, shown } = list
  const [chosen, setChosen] = useState<readonly string[]>(() => chosenAtFirst(columns, shown))
  const [format, setFormat] = useState<Format>('xlsx')
  const stop = useRef<AbortController>(undefined)
  const { isBusy, problem, setProblem, run } = useTask('读取没有完成', (message) => {
    if (!stop.current?.signal.aborted) setProblem(message)
  })
  const [progress, setProgress] = useState(0)
  const reading = useRef<ReadProgress>(createReadProgress())
  const regions = useRegions(columns.some(({ type }) => type === 'region'))
  useEffect(() => () => stop.current?.abort(), [])
  const picked = columns.filter(({ name }) => chosen.includes(name))
  const most = Math.min(total, MAX_EXPORTED_ITEMS)
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  const save = async () => {
    if (!source) return
    const controller = new AbortController()
    stop.current = controller
    setProblem('')
    await noteExport(
      source.path.split('?')[0] ?? '',
      most,
      picked.map(({ title: column }) => column),
    )
    await continueReading(reading.current, source, controller.signal, () =>
      setProgress(reading.current.items.size),
    )
    const items = [...reading.current.items.values()]
    await saveSheet(toRows(`${title}-${dayAt(new Date())}`, picked, items, regions ?? []), format)
    toast.success(`已导出 ${count(items.length)} 条，文件在下载文件夹中`)
    onClose()
  }
  return (
    <Dialog
      open
      title={`导出：${title}`}
      onClose={onClose}
      footer={
        <p className="eq-actions">
          <Button
            look="primary"
            busy={isBusy}
            disabled={picked.length === 0 || total === 0}
            onClick={() => void run(save)}
          >
            {problem ? '继续导出' : '导出'}
          </Button>
          <Button onClick={onClose}>取消</Button>
        </p>
      }
    >
      <p>
        {total === 0
          ? '没有可导出的内容，请调整筛选条件。'
          : total > MAX_EXPORTED_ITEMS
            ? `符合当前筛选的有 ${count(total)} 条，一次最多导出前 ${count(MAX_EXPORTED_ITEMS)} 条；请用筛选分几次导出。`
            : `按当前的筛选和排序导出 ${count(total)} 条。超过 500 字的文字只导出开头。`}
      </p>
      <fieldset className="eq-export-columns" disabled={isBusy}>
        <legend>
          导出的列
          <Button look="text" onClick={() => setChosen(columns.map(({ name }) => name))}>
            全选
          </Button>
          <Button look="text" onClick={() => setChosen(chosenAtFirst(columns, shown))}>
            与列表相同
          </Button>
        </legend>
        {columns.map(({ name, title: label }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className="eq-export-formats" disabled={isBusy}>
        <legend>文件格式</legend>
        {(['xlsx', 'csv'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {one === 'xlsx' ? 'Excel 表格（.xlsx）' : '逗号分隔文本（.csv）'}
          </label>
        ))}
      </fieldset>
      {isBusy || problem ? (
        <p role="status" className="eq-export-progress">
          <progress value={progress} max={most} aria-label="读取进度" />
          已读取 {count(progress)} / {count(most)} 条
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="eq-notice">
          {problem}。已读取的内容仍保留，点击“继续导出”可继续读取。
        </p>
      ) : null}
    </Dialog>
  )
}

/**
 * Records the export of a signed-in user in the audit log; a visitor exports only public data, which needs no entry.
 */
async function noteExport(path: string, entries: number, columns: readonly string[]): Promise<void> {
  const call = calls['audit.exported']
  if (call === undefined || currentSession().user === null) return
  await post(call, { path, entries, columns }, {}, { quiet: true })
}

/** Returns the columns that the list shows, in the order of the file; the heading if it shows none of them. */
function chosenAtFirst(columns: readonly ExportColumn[], shown: readonly string[]): readonly string[] {
  const named = columns.filter(({ name }) => shown.includes(name)).map(({ name }) => name)
  return named.length > 0 ? named : columns.slice(0, 1).map(({ name }) => name)
}

/** Converts a list to rows of a table file: one for each item, numbers as numbers, other values as text. */
export function toRows(
  name: string,
  columns: readonly ExportColumn[],
  items: readonly Item[],
  regions: readonly Region[],
): Sheet {
  const heads = columns.map(({ title, unit }): SheetCell => {
    return { value: unit === undefined ? title : `${title}（${unit}）`, style: 'head' }
  })
  return {
    name,
    rows: [heads, ...items.map((item) => columns.map((column) => toCell(column, item, regions)))],
    columns: columns.map(({ type, title }) => ({
      width: type === 'long-text' ? WIDE_COLUMN : Math.max(NARROW_COLUMN, title.length * 2 + 4),
    })),
    fixed: { rows: 1, columns: 1 },
  }
}

/** Text that only looks like a number, such as one for calling, stays as it was typed. */
function toCell(column: ExportColumn, item: Item, regions: readonly Region[]): SheetCell {
  const value = item[column.name]
  if (typeof value === 'number') return value
  if (column.type === 'date') return toDate(value)
  if (column.type === 'date-time') return toDateTime(value)
  return { value: formatValue(column as Field, value, item, regions), style: 'text' }
}
