// Draws a notice as it would be sent for an item that one chooses, and sends it to oneself.
import { useEffect, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { addressOf } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import type { Json } from '#shared/model/json.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

interface Trial {
  readonly title: string
  readonly content: string
  readonly types: readonly Choice[]
  readonly items: readonly Choice[]
  readonly type: string | null
  readonly itemId: string | null
  readonly problems: readonly { readonly place: 'title' | 'text'; readonly message: string }[]
}

/** Milliseconds after the last letter. */
const PAUSE = 500

interface ChoiceProps {
  readonly label: string
  readonly value: string | null
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

function ChoiceField({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <label className="eq-field">
      {label}
      <select
        className="eq-input eq-input-select"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}

interface Props {
  /** Of the notice. */
  readonly id: string
  /** The file as it is edited. */
  readonly value: Json
}

export function NoticeTrial({ id, value }: Props) {
  const { title = '', text = '' } = (value ?? {}) as { readonly title?: string; readonly text?: string }
  const [about, setAbout] = useState<{ readonly type?: string; readonly itemId?: string }>({})
  const [trial, setTrial] = useState<Trial>()
  const sending = useTask('没有发送，请稍后重试', (message) => toast.error(message))
  const address = addressOf('msgNotice.try')
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      post<Trial>(address, { id, title, text, ...about }, {}, { quiet: true }).then(
        (answer) => isCurrent && setTrial(answer),
        () => undefined,
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, title, text, about, address])
  if (!trial) return null
  const send = () =>
    void sending.run(async () => {
      await post(address, { id, title, text, ...about, send: true })
      toast.success('已发到您的“消息”')
    })
  return (
    <section className="eq-file-form eq-notice-trial" aria-label="试写">
      <h2>试写</h2>
      <div className="eq-notice-trial-choice">
        <ChoiceField
          label="内容类型"
          value={trial.type}
          choices={trial.types}
          onChange={(type) => setAbout({ type })}
        />
        <ChoiceField
          label="用哪条内容"
          value={trial.itemId}
          choices={trial.items}
          onChange={(itemId) => setAbout({ ...(trial.type ? { type: trial.type } : {}), itemId })}
        />
      </div>
      <article className="eq-notice-trial-text" aria-live="polite">
        <strong>{trial.title}</strong>
        <p>{trial.content}</p>
      </article>
      {trial.problems.map(({ place, message }) => (
        <p key={`${place}${message}`} className="eq-field-error">
          {place === 'title' ? '标题' : '正文'}：{message}
        </p>
      ))}
      <p className="eq-help">由流转给出的内容（如原因）以“（示例）”代替。</p>
      <Button busy={sending.isBusy} onClick={send}>
        发给自己看看
      </Button>
    </section>
  )
}
