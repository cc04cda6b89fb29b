// Draws the preview links of an item for those who may edit or examine it: making one, copying it, and revoking it.
import { useId, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import { copyText } from '#portal/ui/browser/copy-text.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { PREVIEW_DAYS, type PreviewLink, previewAddress } from '#shared/calls/preview-calls.ts'

interface MadeLink {
  readonly address: string
  readonly expiresAt: string
}

interface Props {
  readonly itemId: string
  /** False for an item of which no new link can be made. */
  readonly canMake: boolean
}

export function PreviewLinks({ itemId, canMake }: Props) {
  const id = useId()
  const read = useRead<{ readonly list: readonly PreviewLink[] }>({
    path: previewAddress('list'),
    params: { id: itemId },
  })
  const [days, setDays] = useState<number>(PREVIEW_DAYS[1])
  const [made, setMade] = useState<MadeLink | null>(null)
  const { isBusy, problem, setProblem, run } = useTask('操作失败，请稍后重试')
  const make = () =>
    run(async () => {
      setProblem('')
      setMade(await post<MadeLink>(previewAddress('create'), { id: itemId, days }))
      read.retry()
    })
  const revoke = (link: string) =>
    run(async () => {
      await post(previewAddress('revoke'), { id: link })
      setMade(null)
      toast.success('链接已撤销')
      read.retry()
    })
  const copy = async (address: string) =>
    (await copyText(address)) ? toast.success('链接已复制') : toast.error('复制失败，请选中链接后复制')
  const open = read.data?.list.filter(({ isOpen }) => isOpen) ?? []
  return (
    <Card title="预览链接" className="eq-change">
      {canMake ? null : <p className="eq-muted">内容已删除，不能生成新的链接；已有的链接已经失效。</p>}
      <p className="eq-muted" hidden={!canMake}>
        没有账号的人凭链接查看尚未公开的内容或修改稿，只能看到公开后所有人可见的部分；到期或撤销后立即失效。
      </p>
      <div className="eq-actions" hidden={!canMake}>
        <label htmlFor={id}>有效期</label>
        <select
          id={id}
          className="eq-input"
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {PREVIEW_DAYS.map((one) => (
            <option key={one} value={one}>
              {one} 天
            </option>
          ))}
        </select>
        <Button busy={isBusy} onClick={make}>
          生成预览链接
        </Button>
      </div>
      {problem ? (
        <p className="eq-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {made ? (
        <div className="eq-preview-made" role="status">
          <p>链接有效至 {toDateTime(made.expiresAt)}，只显示这一次，请复制：</p>
          <div className="eq-actions">
            <input className="eq-input" readOnly aria-label="预览链接" value={made.address} />
            <Button look="primary" onClick={() => void copy(made.address)}>
              复制
            </Button>
          </div>
        </div>
      ) : null}
      {read.error && !read.data ? <Failed error={read.error} retry={read.retry} /> : null}
      {open.length > 0 ? (
        <ul className="eq-preview-links">
          {open.map((link) => (
            <li key={link.id}>
              <span>
                {toDateTime(link.createdAt)} 生成，有效至 {toDateTime(link.expiresAt)}
              </span>
              <Button
                look="text"
                disabled={isBusy}
                aria-label={`撤销 ${toDateTime(link.createdAt)} 生成的链接`}
                onClick={() => revoke(link.id)}
              >
                撤销
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
