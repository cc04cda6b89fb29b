// Checks that a field that a transition copies is asked for whenever the transition is open.

import { findFixed } from '#config/compile/conditions/condition-outcomes.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

const FROM = /^item\.(\w+)$/

export function checkCopiedFields(context: Context, { contentTypes, forms }: Compiled): void {
  for (const [name, document] of context.of('lifecycle'))
    for (const type of contentTypes.filter(({ lifecycle }) => lifecycle.name === name)) {
      const conditions = forms.find(({ id }) => id === type.name)?.conditions ?? {}
      for (const { path, title, when, read, target } of copiedFields(type.lifecycle)) {
        const fieldCondition = conditions[read]
        if (!fieldCondition || !areApart(context, type, when, fieldCondition)) continue
        context.report(document, path, {
          slug: 'taken_over_empty',
          message: `“${type.title}”的“${titleOf(type, read)}”在流转“${title}”可执行时不会填写，写入的“${titleOf(type, target)}”始终为空：请核对流转与字段的 when`,
          found: read,
        })
      }
    }
}

interface CopiedField {
  /** Path of the value in the file of the lifecycle. */
  readonly path: Path
  /** The transition's. */
  readonly title: string
  readonly when: Condition
  readonly read: string
  readonly target: string
}

/** The fields that transitions with a condition copy, by `set` into the item or by `with` into a new one. */
function copiedFields({ transitions }: Lifecycle): CopiedField[] {
  return transitions.flatMap(({ when, title, do: effects = [] }, index) =>
    effects.flatMap((effect, at): CopiedField[] => {
      const key = 'set' in effect ? 'set' : 'create' in effect ? 'with' : undefined
      if (when === undefined || key === undefined) return []
      const written = (effect as unknown as Record<string, Readonly<Record<string, unknown>>>)[key] ?? {}
      return Object.entries(written).map(([target, value]) => ({
        path: ['transitions', index, 'do', at, key, target, 'from'],
        title,
        when,
        read: FROM.exec(String((value as { readonly from?: unknown } | null)?.from))?.[1] ?? '',
        target,
      }))
    }),
  )
}

/** Returns true if the condition of the transition and that of the field never hold together. */
function areApart(
  { roles }: Context,
  { fields }: ContentType,
  step: Condition,
  fieldCondition: Condition,
): boolean {
  const ofItem = JSON.parse(JSON.stringify(fieldCondition).replaceAll('"form.', '"item.')) as Condition
  const schemaOf = ({ read }: { readonly read: string }): JsonSchema | undefined =>
    fields.find((field) => `item.${field.name}` === read)?.schema
  return findFixed({ all: [step, ofItem] } as Condition, schemaOf, roles) === 'never'
}

const titleOf = ({ fields }: ContentType, name: string): string =>
  fields.find((field) => field.name === name)?.title ?? name
