// Executes a bulk action a few items at a time and draws its progress, the result of each item, and its undoing.
import { useEffect, useRef, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Json } from '#shared/model/json.ts'
import type { Action } from '#shared/model/page-model.ts'

export interface BulkResult {
  readonly id: string
  readonly title: string
  readonly ok: boolean
  readonly status?: string
  readonly msg?: string
}

export interface BulkAnswer {
  readonly done: number
  readonly results: readonly BulkResult[]
}

export interface BulkRun {
  readonly action: Action
  /** The answers of the dialog, such as the reason. */
  readonly input: object
  readonly items: readonly Item[]
}

interface Props extends BulkRun {
  /** What was answered to the first items. */
  readonly first: BulkAnswer
  /** Items of one call. */
  readonly size: number
  readonly toRow: (item: Item) => Readonly<Record<string, Json>>
  readonly onClose: () => void
}

/** Results that are drawn; all of them are counted. */
const MAX_DRAWN = 200
const UNDO_REASON = '撤销上一次批量办理'

interface Part {
  readonly transition: string
  readonly rows: readonly Readonly<Record<string, Json>>[]
  readonly input: object
}

/** Parts of the request that are still to be sent. */
const partsOf = (
  transition: string,
  rows: readonly Readonly<Record<string, Json>>[],
  input: object,
  size: number,
): Part[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    transition,
    rows: rows.slice(index * size, (index + 1) * size),
    input,
  }))

export function BulkResults({ action, input, items, first, size, toRow, onClose }: Props) {
  const { label, source, transition = '', undoBy = {} } = action
  const [results, setResults] = useState(first.results)
  const [undone, setUndone] = useState<readonly BulkResult[] | null>(null)
  const [total, setTotal] = useState(items.length)
  const [isRunning, setRunning] = useState(items.length > size)
  const [problem, setProblem] = useState('')
  const isStopped = useRef(false)
  const send = async (parts: readonly Part[], take: (results: readonly BulkResult[]) => void) => {
    isStopped.current = false
    setRunning(true)
    setProblem('')
    try {
      for (const part of parts) {
        if (isStopped.current) break
        const body = { ...source?.body, ...part.input, action: part.transition, items: part.rows }
        const answer = await post<BulkAnswer>(source?.path ?? '', body, source?.params ?? {})
        take(answer.results)
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '办理中断，请稍后重试')
    }
    setRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first part was answered
  useEffect(() => {
    const rest = items.slice(size).map(toRow)
    if (rest.length > 0)
      void send(partsOf(transition, rest, input, size), (more) =>
        setResults((before) => [...before, ...more]),
      )
    return () => {
      isStopped.current = true
    }
  }, [])
  const statusOf = new Map(items.map(({ id, status }) => [String(id), String(status)]))
  const reversible = results.filter(({ id, ok }) => ok && undoBy[statusOf.get(id) ?? ''] !== undefined)
  const undo = () => {
    const ways = new Map(Object.values(undoBy).map((way) => [way.transition, way]))
    const parts = [...ways.values()].flatMap(({ transition: back, reason }) => {
      const moved = reversible.filter(({ id }) => undoBy[statusOf.get(id) ?? '']?.transition === back)
      // Words are given only where the lifecycle asks for some; the item has those of before.
      return partsOf(
        back,
        moved.map(({ id }) => ({ id })),
        { undo: true, ...(reason ? { reason: UNDO_REASON } : {}) },
        size,
      )
    })
    setUndone([])
    setTotal(reversible.length)
    void send(parts, (more) => setUndone((before) => [...(before ?? []), ...more]))
  }
  const shown = undone ?? results
  const refused = shown.filter(({ ok }) => !ok)
  const rows = [...refused, ...shown.filter(({ ok }) => ok)]
  const done = shown.length - refused.length
  const name = undone ? `撤销${label}` : label
  const left = total - shown.length
  return (
    <Dialog open title={`${name}：结果`} onClose={onClose}>
      {isRunning ? <progress max={total} value={shown.length} aria-label={`${name}的进度`} /> : null}
      <p role="status">
        {isRunning
          ? `正在办理，已办 ${shown.length} / ${total} 条`
          : `${
              refused.length === 0 && left === 0
                ? `${done} 条全部完成。`
                : `完成 ${done} 条，未办理 ${refused.length + left} 条${refused.length > 0 ? '，原因如下' : ''}。`
            }${left > 0 ? `其中 ${left} 条没有提交。` : ''}`}
      </p>
      {problem ? <p role="alert">{problem}</p> : null}
      <ul className="eq-bulk-results">
        {rows.slice(0, MAX_DRAWN).map(({ id, title, ok, msg }) => (
          <li key={id}>
            <Tag color={ok ? 'green' : 'red'}>{ok ? '完成' : '未办理'}</Tag>
            <span>
              <strong>{title || `编号 ${id}`}</strong>
              {msg ? <span className="eq-bulk-reason">{msg}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > MAX_DRAWN ? <p className="eq-muted">{`只列出前 ${MAX_DRAWN} 条`}</p> : null}
      <div className="eq-actions eq-actions-end">
        {isRunning ? (
          <Button
            onClick={() => {
              isStopped.current = true
            }}
          >
            停止
          </Button>
        ) : (
          <>
            {undone === null && reversible.length > 0 ? (
              <Button onClick={undo}>{`撤销（${reversible.length} 条）`}</Button>
            ) : null}
            <Button look="primary" onClick={onClose}>
              知道了
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
