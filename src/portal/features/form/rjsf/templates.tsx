// Draws rjsf's templates for a field: label, help, control and error.
import { type FieldTemplateProps, getUiOptions, type Registry } from '@rjsf/utils'
import { createContext, useContext } from 'react'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { isResolved, useFieldComment } from '#portal/features/form/engine/field-comments.ts'
import { Guard } from '#portal/ui/error-card.tsx'
import type { Remark } from '#shared/lifecycles/field-comments.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'

/** Provides the answers that the account's registration prefilled, for the notes at the fields. */
export const PrefillContext = createContext<FormData>({})

interface PrefillNoteProps {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

/** Notes at a field that the account's registration prefilled it, as long as the value is unchanged. */
function PrefillNote(props: PrefillNoteProps) {
  const value = useContext(PrefillContext)[props.name]
  return value === undefined ? null : <UnchangedPrefill {...props} prefilled={value} />
}

function UnchangedPrefill({
  id,
  name,
  registry,
  prefilled,
}: PrefillNoteProps & { readonly prefilled: unknown }) {
  const { value } = useLeaf(contextOf(registry).store, name)
  if (!Object.is(value, prefilled)) return null
  return (
    <p id={`${id}-prefill`} className="eq-help">
      已按注册资料填好
    </p>
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
      {isTop ? <PrefillNote id={id} name={String(name)} registry={props.registry} /> : null}
      {isTop ? <FieldCommentNote id={id} name={String(name)} registry={props.registry} /> : null}
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

interface Props {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

function FieldCommentNote({ name, ...props }: Props) {
  const found = useFieldComment(name)
  return found ? <Note {...props} {...found} /> : null
}

interface NoteProps extends Omit<Props, 'name'> {
  readonly fieldComment: Remark
  readonly answer: unknown
}

function Note({ id, registry, fieldComment, answer }: NoteProps) {
  const { value } = useLeaf(contextOf(registry).store, fieldComment.field)
  const isDone = isResolved(value, answer)
  return (
    <p id={`${id}-remark`} className="eq-field-remark" data-done={isDone || undefined} role="note">
      <strong>{isDone ? '已修改' : '需要修改'}</strong>
      {fieldComment.text}
    </p>
  )
}
