// Draws rjsf's templates for a field: label, help, control and error.
import { type FieldTemplateProps, getUiOptions, type Registry } from '@rjsf/utils'
import { useContext } from 'react'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { FieldNotesContext, isResolved } from '#portal/features/form/engine/field-comments.ts'
import { Guard } from '#portal/ui/error-card.tsx'
import type { Remark } from '#shared/lifecycles/field-comments.ts'

interface NotesProps {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

/** Notes at a field: that the account's registration prefilled it, and a comment with which the item was sent back. */
function FieldNotes(props: NotesProps) {
  const { fieldComments, answers, prefill } = useContext(FieldNotesContext)
  const { [props.name]: prefilled } = prefill
  const comment = fieldComments.find(({ field }) => field === props.name)
  if (prefilled === undefined && !comment) return null
  return <Notes {...props} prefilled={prefilled} comment={comment} answer={answers[props.name]} />
}

interface FoundNotesProps extends NotesProps {
  readonly prefilled: unknown
  readonly comment: Remark | undefined
  /** The answer that the comment was made on. */
  readonly answer: unknown
}

function Notes({ id, name, registry, prefilled, comment, answer }: FoundNotesProps) {
  const { value } = useLeaf(contextOf(registry).store, name)
  const isDone = isResolved(value, answer)
  return (
    <>
      {prefilled !== undefined && Object.is(value, prefilled) ? (
        <p id={`${id}-prefill`} className="eq-help">
          已按注册资料填好
        </p>
      ) : null}
      {comment ? (
        <p id={`${id}-remark`} className="eq-field-remark" data-done={isDone || undefined} role="note">
          <strong>{isDone ? '已修改' : '需要修改'}</strong>
          {comment.text}
        </p>
      ) : null}
    </>
  )
}

/** The whole form, and a row, which its list frames. */
function isFramed({ fieldPathId: { path }, schema }: FieldTemplateProps): boolean {
  return path.length === 0 || (typeof path.at(-1) === 'number' && schema.type === 'object')
}

export function FieldFrame(props: FieldTemplateProps) {
  const { id, label, required, rawErrors, rawHelp, schema, uiSchema, hidden, children } = props
  if (hidden || isFramed(props)) return children
  const { classNames = 'eq-field' } = getUiOptions(uiSchema)
  const [error] = rawErrors ?? []
  const [name] = props.fieldPathId.path
  const isTop = props.fieldPathId.path.length === 1
  return (
    <div className={classNames} data-invalid={error ? true : undefined}>
      <label id={`${id}-label`} htmlFor={schema.type === 'object' ? undefined : id}>
        {label}
        {required ? <span className="eq-required" aria-hidden="true" /> : <small>（选填）</small>}
      </label>
      {rawHelp ? (
        <p id={`${id}-help`} className="eq-help">
          {rawHelp}
        </p>
      ) : null}
      {isTop ? <FieldNotes id={id} name={String(name)} registry={props.registry} /> : null}
      <Guard name={label}>{children}</Guard>
      {error ? (
        <p id={`${id}-error`} className="eq-field-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Draws nothing: `FieldFrame` draws these parts itself. */
export function Nothing() {
  return null
}
