// Draws the dialog in which a reader reports another user's text: the reason and a few words.
import { useId } from 'react'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { MutationDialog } from './mutation-dialog.tsx'

interface Report {
  readonly reason: string
  readonly content?: string
}

interface Props {
  readonly open: boolean
  readonly title: string
  readonly send: (report: Report) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
}

export function ReportDialog({ send, ...props }: Props) {
  const reasons = useDictionary(DICTIONARY.reportReasons)
  const id = useId()
  const report = async (fields: FormData) => {
    const reason = String(fields.get('reason') ?? '')
    const content = String(fields.get('content') ?? '').trim()
    if (!reason) throw new Error('请选择举报原因')
    await send({ reason, ...(content ? { content } : {}) })
  }
  return (
    <MutationDialog {...props} label="提交举报" done="举报已提交，运营人员会尽快核实" mutate={report}>
      <fieldset className="eq-report-reasons">
        <legend>举报原因</legend>
        {reasons.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="reason" value={value} /> {label}
          </label>
        ))}
      </fieldset>
      <div className="eq-native-field">
        <label htmlFor={id}>说明（可不填）</label>
        <textarea id={id} name="content" className="eq-input" rows={3} />
      </div>
    </MutationDialog>
  )
}
