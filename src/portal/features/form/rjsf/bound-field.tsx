// Binds rjsf's fields to the form store: each path is drawn again only when it changes itself.
import { getDefaultRegistry } from '@rjsf/core'
import { deepEquals, type FieldPathList, type FieldProps, type RJSFSchema } from '@rjsf/utils'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { post } from '#portal/core/api/client.ts'
import { toKey } from '#portal/core/form-state/answer-paths.ts'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { Leaf } from '#portal/core/form-state/leaf.ts'
import { useErrorAt, useIsHidden, useIsNeeded, useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { perModel } from '#shared/model/per-model.ts'

const UNIQUE_CHECK_PAUSE_MS = 500

const { SchemaField: Drawn } = getDefaultRegistry().fields as {
  SchemaField: React.ComponentType<FieldProps>
}

/** Keywords by which an object's shape depends on its value. */
const SHAPING = [
  'if',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'dependencies',
  'dependentSchemas',
  'additionalProperties',
]

type Kind = 'group' | 'shaped' | 'leaf'

const kindOf = perModel((schema: RJSFSchema): Kind => {
  const isShaped = SHAPING.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== false)
  return isShaped ? 'shaped' : schema.type === 'object' ? 'group' : 'leaf'
})

/** Returns the handlers that rjsf calls with a new value, or on blur. */
function useFieldActions({ registry, fieldPathId }: FieldProps) {
  const { store } = contextOf(registry)
  const { path } = fieldPathId
  const write = useCallback((value: unknown, at: FieldPathList) => store.set(at, value), [store])
  const leave = useCallback(() => {
    deferBlur(() => store.leave(toKey(path)))
  }, [store, path])
  return { store, path, write, leave }
}

const NO_ERRORS = {}

/** Errors in rjsf's own shape, the same object until they change. */
function useErrorSchema(error: string | undefined) {
  return useMemo(() => (error === undefined ? NO_ERRORS : { __errors: [error] }), [error])
}

/** An object of fixed shape never needs its own value: what is inside hears for itself. */
function GroupField(props: FieldProps) {
  const { store, write, path } = useFieldActions(props)
  const key = toKey(path)
  const isHidden = useIsHidden(store, key)
  const error = useErrorAt(store, key)
  const errorSchema = useErrorSchema(error)
  return isHidden ? null : <Drawn {...props} errorSchema={errorSchema} onChange={write} />
}

function LeafField(props: FieldProps) {
  const { store, path, write, leave } = useFieldActions(props)
  const key = toKey(path)
  const { value, error, hidden } = useLeaf(store, key)
  useUniqueCheck(store, key, value)
  const errorSchema = useErrorSchema(error)
  if (hidden) return null
  return <Drawn {...props} formData={value} errorSchema={errorSchema} onChange={write} onBlur={leave} />
}

/** Names that decide on an object's shape; null where anything may. */
const decidingNames = perModel((schema: RJSFSchema): readonly string[] | null => {
  const isOpen = ['oneOf', 'anyOf', '$ref', 'additionalProperties'].some((keyword) => schema[keyword])
  return schema.type !== 'object' || isOpen ? null : [...new Set(namesRead(schema))]
})

function namesRead(schema: RJSFSchema): string[] {
  const condition = (schema.if ?? {}) as RJSFSchema
  const parts = (schema.allOf ?? []).filter((part): part is RJSFSchema => typeof part === 'object')
  return [
    ...Object.keys(condition.properties ?? {}),
    ...(condition.required ?? []),
    ...Object.keys(schema.dependencies ?? {}),
    ...Object.keys(schema.dependentSchemas ?? {}),
    ...parts.flatMap(namesRead),
  ]
}

/** The place, heard of only when what decides on its shape changes, or its error. */
function useShapeOf({ schema, registry, fieldPathId }: FieldProps): Leaf {
  const { store } = contextOf(registry)
  const key = toKey(fieldPathId.path)
  const names = decidingNames(schema)
  const last = useRef<Leaf>(undefined)
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => {
    const leaf = store.leaf(key)
    const old = last.current
    const isSame =
      old !== undefined &&
      names !== null &&
      old.error === leaf.error &&
      old.hidden === leaf.hidden &&
      names.every((name) => Object.is(at(old.value, name), at(leaf.value, name)))
    if (isSame) return old
    last.current = leaf
    return leaf
  })
}

function at(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | undefined)?.[name]
}

/** Draws a field whose schema depends on its value; defaults are filled in whenever the schema changes. */
function ShapedField(props: FieldProps) {
  const { store, path, write, leave } = useFieldActions(props)
  const { schemaUtils } = props.registry
  const { schema } = props
  const { value, error, hidden } = useShapeOf(props)
  const errorSchema = useErrorSchema(error)
  const shape = schemaUtils.retrieveSchema(schema, value)
  const before = useRef<RJSFSchema>(undefined)
  useLayoutEffect(() => {
    if (deepEquals(before.current, shape)) return
    before.current = shape
    const now = store.leaf(toKey(path)).value
    const next = schemaUtils.getDefaultFormState(schema, now)
    if (!deepEquals(next, now)) store.set(path, next)
  })
  const change = useCallback(
    (next: unknown, place: FieldPathList) => {
      const isWhole = place.length === path.length && next !== null && typeof next === 'object'
      write(isWhole ? schemaUtils.getDefaultFormState(schema, next) : next, place)
    },
    [write, path, schema, schemaUtils],
  )
  if (hidden) return null
  return <Drawn {...props} formData={value} errorSchema={errorSchema} onChange={change} onBlur={leave} />
}

const FIELDS: Readonly<Record<Kind, React.ComponentType<FieldProps>>> = {
  group: GroupField,
  shaped: ShapedField,
  leaf: LeafField,
}

/** Takes the place of rjsf's `SchemaField`. */
export function BoundSchemaField(props: FieldProps) {
  const Field = FIELDS[kindOf(props.schema)]
  const isNeeded = useIsNeeded(contextOf(props.registry).store, toKey(props.fieldPathId.path))
  return <Field {...props} required={props.required || isNeeded} />
}

/** A failed call shows nothing: the server validates again on submission. */
function useUniqueCheck(store: FormStore, name: string, value: unknown): void {
  const path = store.form.inputs[name]?.unique?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is asked anew for every value
  useEffect(() => {
    if (!path) return
    const queriedValue = store.validValue(name)
    if (queriedValue === undefined || store.isKnownTaken(name, queriedValue)) return
    const taken = `该${store.field(name)?.title ?? ''}已被注册，请更换`
    let isCurrent = true
    const timer = setTimeout(() => {
      post<{ readonly taken?: boolean }>(path, { [name]: queriedValue }, {}, { quiet: true }).then(
        (answer) => {
          if (answer?.taken) deferBlur(() => isCurrent && store.markTaken(name, queriedValue, taken))
        },
        () => undefined,
      )
    }, UNIQUE_CHECK_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, name, path, value])
}
