// Owns one plain field with its label and problem.
import { useId } from 'react'
import type { Field } from '../../shared/content-model.ts'

interface Props {
  readonly field: Field
  readonly problem: string | undefined
}

const TYPES: Readonly<Record<string, string>> = { date: 'date', url: 'url', mobile: 'tel' }

export function NativeField({ field, problem }: Props) {
  const id = useId()
  const { name, title, type, required, unit, schema } = field
  const isNumber = type === 'number' || type === 'integer'
  const shared = {
    id,
    name,
    className: 'eq-input',
    'aria-required': required,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    maxLength: schema.maxLength as number | undefined,
  }
  return (
    <div className="eq-native-field">
      <label htmlFor={id}>
        {title}
        {unit ? `（${unit}）` : ''}
        {required ? <span className="eq-required">必填</span> : null}
      </label>
      {type === 'long-text' ? (
        <textarea rows={5} {...shared} />
      ) : (
        <input
          type={TYPES[type] ?? 'text'}
          {...(isNumber ? { inputMode: 'decimal' as const } : {})}
          {...shared}
        />
      )}
      {problem ? (
        <p id={`${id}-problem`} className="eq-problem">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
