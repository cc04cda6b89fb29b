// Draws the question whether to resume an existing draft, and the state of saving.
import { Button } from '#portal/ui/button.tsx'
import { zoneName } from '#shared/formats/portal-time.ts'
import type { Draft } from './draft-store.ts'
import type { DraftState } from './use-draft.ts'

interface FormChangesNoticeProps {
  readonly changes: readonly string[]
  readonly onClose: () => void
}

/**
 * Draws the notice above a form that has changed since it was filled in: the changes, and that no text is
 * lost.
 */
export function FormChangesNotice({ changes, onClose }: FormChangesNoticeProps) {
  return (
    <section className="eq-notice" role="status" aria-label="表单的变化">
      <div>
        <p>表单有更新，您填写的内容均已保留，请核对：</p>
        <ul className="eq-form-changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      <div className="eq-notice-actions">
        <Button onClick={onClose}>知道了</Button>
      </div>
    </section>
  )
}

interface Props {
  readonly draft: Draft
  readonly isOlderForm: boolean
  /** True if the item was saved after the draft was begun. */
  readonly isOlderItem: boolean
  readonly onResume: () => void
  readonly onRestart: () => void
}

function spoken(time: string): string {
  return new Date(time).toLocaleString('zh-CN', {
    timeZone: zoneName(),
    dateStyle: 'long',
    timeStyle: 'short',
  })
}

function clockTime(time: Date): string {
  return time.toLocaleTimeString('zh-CN', { timeZone: zoneName(), hour: '2-digit', minute: '2-digit' })
}

export function DraftNotice({ draft, isOlderForm, isOlderItem, onResume, onRestart }: Props) {
  return (
    <section className="eq-notice" aria-label="草稿">
      <div>
        <p>您有一份未提交的草稿，保存于 {spoken(draft.updatedAt)}。</p>
        {isOlderForm ? <p className="eq-help">保存之后表单有更新，能沿用的内容会保留。</p> : null}
        {isOlderItem ? (
          <p className="eq-help">保存之后内容有更新的版本，继续填写时与您的修改逐项合并。</p>
        ) : null}
      </div>
      <div className="eq-notice-actions">
        <Button look="primary" onClick={onResume}>
          继续填写
        </Button>
        <Button onClick={onRestart}>重新开始</Button>
      </div>
    </section>
  )
}

const STATE_TEXTS: Readonly<Record<DraftState, string>> = {
  none: '',
  saving: '正在保存草稿…',
  saved: '草稿已保存',
  network: '网络未连通，草稿已保存在本浏览器，恢复后自动上传',
  server: '草稿已保存在本浏览器，尚未上传',
  failed: '草稿保存失败，请勿关闭页面',
  elsewhere: '草稿已在另一个窗口修改，自动保存已暂停',
}

interface StatusProps {
  readonly state: DraftState
  readonly keptAt: Date | null
  /** Shows the choice that keeping waits for. */
  readonly onAsk: () => void
}

export function DraftStatus({ state, keptAt, onAsk }: StatusProps) {
  const isWrong = !['none', 'saving', 'saved'].includes(state)
  return (
    <>
      <span className={isWrong ? 'eq-draft-word eq-draft-failed' : 'eq-draft-word'} role="status">
        {STATE_TEXTS[state]}
      </span>
      {keptAt ? (
        <span className="eq-draft-word">
          上次保存 <time dateTime={keptAt.toISOString()}>{clockTime(keptAt)}</time>
        </span>
      ) : null}
      {state === 'elsewhere' ? (
        <Button look="text" onClick={onAsk}>
          选择保留哪一份
        </Button>
      ) : null}
    </>
  )
}
