// Draws the choice of a name of the portal: a page, an operation, a dictionary, a widget, a field.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { InputProps } from '#portal/widgets/input-props.ts'
import type { FormSchemas, NamedChoice } from '#shared/calls/form-schemas.ts'
import { fileContext, operationAround } from './file-context.ts'

const Picker = lazy(async () => ({
  default: (await import('#portal/widgets/inputs/parts/picker/choice-picker.tsx')).ChoicePicker,
}))

/** Fields of what the nearest operation answers; of all content types where none is named. */
function fieldChoices(
  { operations, fields }: FormSchemas,
  operation: string | undefined,
): readonly NamedChoice[] {
  const type = operations.find(({ value }) => value === operation)?.type
  if (type !== undefined) return fields[type] ?? []
  return [
    ...new Map(
      Object.values(fields)
        .flat()
        .map((field) => [field.value, field]),
    ).values(),
  ]
}

export function NamesInput(props: InputProps) {
  const { language, value: file } = fileContext(props.registry)
  const { schema } = props
  const isSeveral = schema.type === 'array'
  const place = (isSeveral ? props.registry.schemaUtils.retrieveSchema(schema.items as never) : schema) as {
    readonly 'x-names'?: string
    readonly 'x-offers'?: string
  }
  const kind = place['x-names'] ?? place['x-offers'] ?? ''
  const choices =
    kind === 'field'
      ? fieldChoices(language, operationAround(file, props.id))
      : kind === 'operation'
        ? language.operations
        : (language.names[kind] ?? [])
  const chosen = isSeveral
    ? ((props.value ?? []) as readonly string[])
    : props.value
      ? [String(props.value)]
      : []
  return (
    <Suspense fallback={<Skeleton lines={1} />}>
      <Picker
        props={props}
        choices={choices}
        chosen={chosen}
        isSeveral={isSeveral}
        onChoose={(values) => props.onChange(isSeveral ? (values.length ? values : undefined) : values[0])}
      />
    </Suspense>
  )
}
