// Draws the parts of a form of a configuration file that rjsf asks for: a field, and a group of fields.
import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { useState } from 'react'
import { Guard } from '#portal/ui/error-card.tsx'
import { fileContext } from './file-context.ts'
import { MendButton } from './findings.tsx'

/** Other templates draw these parts themselves. */
export function Silent() {
  return null
}

const isGroup = ({ type, properties, allOf }: FieldTemplateProps['schema']): boolean =>
  type === 'object' && (properties !== undefined || allOf !== undefined)

/** Draws a label, help, the control and what the check says of it; groups and lists draw their own. */
export function FileField(props: FieldTemplateProps) {
  const { id, label, required, rawErrors, schema, hidden, registry, children } = props
  if (hidden) return null
  const { mends, onMend } = fileContext(registry)
  const mend = mends.get(id)
  const isList = schema.type === 'array'
  const [error] = rawErrors ?? []
  const fault = error ? (
    <p id={`${id}-error`} className="eq-field-error">
      {error}
      {mend && onMend ? <MendButton mend={mend} onMend={onMend} /> : null}
    </p>
  ) : null
  if (isGroup(schema))
    return fault ? (
      <>
        {fault}
        {children}
      </>
    ) : (
      children
    )
  return (
    <div className="eq-field" data-invalid={error ? true : undefined} data-list={isList || undefined}>
      <label id={`${id}-label`} htmlFor={isList ? undefined : id}>
        {label}
        {required ? <span className="eq-required" aria-hidden="true" /> : null}
      </label>
      {schema.description ? (
        <p id={`${id}-help`} className="eq-help">
          {schema.description}
        </p>
      ) : null}
      <Guard name={label}>{children}</Guard>
      {fault}
    </div>
  )
}

const isSet = (value: unknown): boolean => value !== undefined && value !== ''

/** An entry that is still empty shows so many of its fields. */
const FIRST_FIELDS = 4

/** Draws what is filled in or must be; all others unfold. What unfolds is decided once, so that no field moves while one types. */
export function ObjectFields({ properties, schema, formData, fieldPathId, title }: ObjectFieldTemplateProps) {
  const data = (formData ?? {}) as Readonly<Record<string, unknown>>
  const needed = new Set(schema.required ?? [])
  const [first] = useState(() => new Set(Object.keys(data).filter((name) => isSet(data[name]))))
  const shown = properties.filter(({ hidden }) => !hidden)
  const early = new Set(shown.slice(0, FIRST_FIELDS).map(({ name }) => name))
  // Options that came with another widget are new here.
  const isShown = ({ name }: (typeof shown)[number]) =>
    needed.has(name) || first.has(name) || name === 'options' || (first.size === 0 && early.has(name))
  const more = shown.filter((property) => !isShown(property))
  const { path, $id: id } = fieldPathId
  const last = path.at(-1)
  const body = (
    <div className="eq-file-fields">
      {shown.filter(isShown).map(({ content }) => content)}
      {more.length > 0 ? (
        <details className="eq-file-more">
          <summary>更多设置（{more.length}）</summary>
          <div className="eq-file-fields">{more.map(({ content }) => content)}</div>
        </details>
      ) : null}
    </div>
  )
  // The whole file and an entry of a list have a frame already.
  if (last === undefined || typeof last === 'number') return body
  return (
    <details
      id={id}
      className="eq-file-group"
      open={path.length > 1 && (Object.keys(data).length > 0 || needed.size > 0)}
    >
      <summary>{title}</summary>
      {schema.description ? <p className="eq-help">{schema.description}</p> : null}
      {body}
    </details>
  )
}
