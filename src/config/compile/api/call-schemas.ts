// Declares the schemas shared by the calls of content types and by bulk transitions.

import { ID_PATTERN } from '#shared/calls/parameter-titles.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export const ID = { type: 'string', minLength: 1, maxLength: 40, pattern: ID_PATTERN }
export const TEXT = { type: 'string', maxLength: 200 }
/** The revision that was looked at: of the item, or of the change beside it. */
export const COUNTED = { type: 'integer', minimum: 1 }

export function object(properties: Record<string, unknown>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** As many as one page of a list shows. */
export const BULK = object(
  {
    action: { ...TEXT, title: '动作', minLength: 1 },
    items: {
      type: 'array',
      title: '内容',
      minItems: 1,
      maxItems: 50,
      items: object({ id: ID, revision: COUNTED }, ['id']),
    },
    reason: { type: 'string', 'x-widget': 'textarea', title: '原因', maxLength: 500 },
    undo: { type: 'boolean', title: '撤销本人刚才的办理' },
  },
  ['action', 'items'],
)

/** Of a list. */
export const PAGE = { type: 'integer', minimum: 1, maximum: 100000 }
export const LIMIT = { type: 'integer', minimum: 1, maximum: 50 }

/** Fields filled by the server that the caller may name too. */
export function toPreconditionProperties(
  fields: readonly Field[],
  marks: readonly string[],
): Record<string, unknown> {
  const named = fields.filter(({ name }) => marks.includes(name))
  return Object.fromEntries(named.map(({ name, title }) => [name, { ...TEXT, title }]))
}

/** The parameters of a call that executes a transition of the parent as well. */
export const SEEN_ABOVE = {
  revision: { ...COUNTED, description: '查看时上级内容的版本号；已有更新的版本时不予办理' },
}
