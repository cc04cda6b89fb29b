// Draws what no form fits: parameters as rows of name and value, anything else as JSON.
import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import type { Json } from '#shared/model/json.ts'
import { fileContext, operationAround } from './file-context.ts'

type Scalars = Readonly<Record<string, string | number | boolean>>

/** Numbers and yes or no are typed as they are written in the file. */
function toScalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

interface ValueProps {
  readonly id: string
  readonly label: string
  readonly value: unknown
  readonly disabled: boolean
  readonly onChange: (value: Json | undefined) => void
}

function Params({ names, ...props }: ValueProps & { readonly names: readonly string[] }) {
  const { id, label, disabled, onChange } = props
  const value = (props.value ?? {}) as Scalars
  const [name, setName] = useState('')
  const free = names.filter((one) => !(one in value))
  const put = (next: Scalars) => onChange(next)
  const add = () => {
    if (name === '' || name in value) return
    put({ ...value, [name]: '' })
    setName('')
  }
  return (
    <fieldset id={id} className="eq-file-params" aria-label={label} disabled={disabled}>
      {Object.entries(value).map(([key, one]) => (
        <div key={key}>
          <label htmlFor={`${id}/${key}`}>{key}</label>
          <input
            id={`${id}/${key}`}
            className="eq-input"
            value={String(one)}
            onChange={({ target }) => put({ ...value, [key]: toScalar(target.value) })}
          />
          <Button
            look="text"
            aria-label={`删除参数 ${key}`}
            onClick={() => put(Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)))}
          >
            删除
          </Button>
        </div>
      ))}
      <div>
        <input
          className="eq-input"
          aria-label={`${label}：新参数的名称`}
          list={`${id}-names`}
          placeholder="参数名称"
          value={name}
          onChange={({ target }) => setName(target.value.trim())}
        />
        <datalist id={`${id}-names`}>
          {free.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Button disabled={name === '' || name in value} onClick={add}>
          添加参数
        </Button>
      </div>
    </fieldset>
  )
}

const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** What is typed becomes the value as soon as it is JSON. */
function JsonText({ id, label, value, disabled, onChange }: ValueProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? toText(value)
  const [isBroken, setBroken] = useState(false)
  const change = (next: string) => {
    setTyped(next)
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json))
      setBroken(false)
    } catch {
      setBroken(true)
    }
  }
  return (
    <>
      <textarea
        id={id}
        className="eq-input eq-file-json"
        aria-label={label}
        aria-invalid={isBroken || undefined}
        aria-describedby={isBroken ? `${id}-broken` : undefined}
        disabled={disabled}
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
        onBlur={() => isBroken || setTyped(null)}
      />
      {isBroken ? (
        <p id={`${id}-broken`} className="eq-field-error">
          不是完整的 JSON，还没有生效
        </p>
      ) : null}
    </>
  )
}

/** What the check says of anything inside: no field of its own shows it. */
function messagesIn(errors: ErrorSchema | undefined): string[] {
  return Object.entries(errors ?? {}).flatMap(([key, inner]) =>
    key === '__errors'
      ? []
      : [...((inner as ErrorSchema).__errors ?? []), ...messagesIn(inner as ErrorSchema)],
  )
}

export function FormlessField(props: FieldProps) {
  return (
    <>
      <FormlessInput {...props} />
      {messagesIn(props.errorSchema).map((message) => (
        <p key={message} className="eq-field-error">
          {message}
        </p>
      ))}
    </>
  )
}

function FormlessInput({ schema, fieldPathId, formData, disabled, registry, onChange }: FieldProps) {
  const { language, value } = fileContext(registry)
  const { $id: id, path } = fieldPathId
  const shared: ValueProps = {
    id,
    label: String(schema.title ?? path.at(-1) ?? ''),
    value: formData,
    disabled: disabled === true,
    onChange: (next) => onChange(next, path),
  }
  if ((schema as Readonly<Record<string, unknown>>)['x-formless'] !== 'params')
    return <JsonText {...shared} />
  const operation = operationAround(value, id)
  const names = language.operations.find((one) => one.value === operation)?.params ?? []
  return <Params {...shared} names={names} />
}
