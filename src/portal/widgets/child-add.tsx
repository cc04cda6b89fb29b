// Owns the dialog in which an item below the one shown is added.
import { useState } from 'react'
import type { Scope } from '../../shared/condition.ts'
import { ERRORS } from '../../shared/errors.ts'
import type { Section, SectionContent } from '../../shared/page-model.ts'
import { fillParams } from '../../shared/placeholder.ts'
import { ApiError } from '../api/api-error.ts'
import { post } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ItemLink } from './item-link.tsx'
import { canHold, NativeForm } from './native-form.tsx'
import type { Item } from './widget-props.ts'

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
/** What the reader has handed in already, where that is why he was refused. */
function toFirst(error: unknown): Item | null {
  if (!(error instanceof ApiError) || error.code !== ERRORS.ALREADY_SUBMITTED.code) return null
  const { id } = (error.data ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? { id } : null
}

export function ChildAdd({ open, section, scope, title, added = '提交成功', onClose, onDone }: Props) {
  const [first, setFirst] = useState<Item | null>(null)
  const { calls, fields = [] } = section.content ?? NO_CONTENT
  const given = fillParams(section.source?.params ?? {}, scope)
  const submit = async (values: Readonly<Record<string, unknown>>) => {
    try {
      await post(calls.add?.path ?? '', { ...values, ...given })
    } catch (error) {
      setFirst(toFirst(error))
      return toProblems(error)
    }
    setFirst(null)
    toast.success(added)
    onDone()
    return {}
  }
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {first ? (
        <p className="eq-hint">
          <ItemLink link={section.open} scope={scope} item={first}>
            查看已提交的{section.content?.title ?? '内容'}
          </ItemLink>
        </p>
      ) : null}
      <NativeForm
        fields={fields.filter((field) => canHold(field) && !(field.name in given))}
        submitLabel="提交"
        onSubmit={submit}
      />
    </Dialog>
  )
}
