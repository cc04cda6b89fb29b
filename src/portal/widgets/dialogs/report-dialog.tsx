// Draws the dialog in which a reader reports another user's text: the reason and a few words.
import { type FormEvent, useId } from 'react'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { MutationDialogFooter, useTypedForm } from './dialog-form.tsx'
import { useMutationDialog } from './use-mutation-dialog.ts'

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

export function ReportDialog(props: Props) {
  const { open, title, send } = props
  const { problem, setProblem, isBusy, close, run } = useMutationDialog(props)
  const reasons = useDictionary(DICTIONARY.reportReasons)
  const id = useId()
  const typed = useTypedForm()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = String(form.get('reason') ?? '')
    const content = String(form.get('content') ?? '').trim()
    if (!reason) return setProblem('请选择举报原因')
    void run(() => send({ reason, ...(content ? { content } : {}) }), '举报已提交，运营人员会尽快核实')
  }
  return (
    <Dialog open={open} title={title} onClose={close}>
      <form ref={typed} onSubmit={submit}>
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
        <MutationDialogFooter problem={problem} isBusy={isBusy} label="提交举报" onClose={close} />
      </form>
    </Dialog>
  )
}
