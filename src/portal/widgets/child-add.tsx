// Owns the dialog in which an item below the one shown is added.
import type { Scope } from '../../shared/condition.ts'
import type { Section, SectionContent } from '../../shared/page-model.ts'
import { fillParams } from '../../shared/placeholder.ts'
import { post } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { canHold, NativeForm } from './native-form.tsx'

interface Props {
  readonly open: boolean
  readonly section: Section
  readonly scope: Scope
  readonly title: string
  /** What is said when it was taken. */
  readonly added?: string
  readonly onClose: () => void
  readonly onDone: () => void
}

const NO_CONTENT: Pick<SectionContent, 'calls' | 'fields'> = { calls: {} }

interface Refused {
  readonly message?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** What was refused, by field; the whole message stands under the empty name. */
function toProblems(error: unknown): Record<string, string> {
  const { message, errors = [] } = error as Refused
  const byField = errors.map(({ path, message: text }) => [path.split('/')[1] ?? '', text])
  return byField.length ? Object.fromEntries(byField) : { '': message ?? '提交失败，请稍后重试' }
}

/** The section's own parameters, such as the parent's id, are sent along. */
export function ChildAdd({ open, section, scope, title, added = '提交成功', onClose, onDone }: Props) {
  const { calls, fields = [] } = section.content ?? NO_CONTENT
  const given = fillParams(section.source?.params ?? {}, scope)
  const submit = async (values: Readonly<Record<string, unknown>>) => {
    try {
      await post(calls.add?.path ?? '', { ...values, ...given })
    } catch (error) {
      return toProblems(error)
    }
    toast.success(added)
    onDone()
    return {}
  }
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <NativeForm
        fields={fields.filter((field) => canHold(field) && !(field.name in given))}
        submitLabel="提交"
        onSubmit={submit}
      />
    </Dialog>
  )
}
