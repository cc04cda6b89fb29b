// Generates the dictionaries of content states and account states where a portal declares none.

import type { WrittenDictionary, WrittenLifecycle } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { STATE_DICTIONARY } from './check-state-titles.ts'
import { addDictionary } from './derived-dictionaries.ts'

type Items = WrittenDictionary['items']

const ACCOUNT_DICTIONARY = DICTIONARY.registration
/** The engine's own. */
const ACCOUNT_STATES = {
  pending: { label: '待审核', color: 'orange' },
  active: { label: '已启用', color: 'green' },
  refused: { label: '未通过', color: 'red' },
  blocked: { label: '已停用', color: 'grey' },
} as const

export function addStateDictionaries(
  context: Context,
  validDocuments: ReadonlySet<Document>,
): readonly Document<WrittenDictionary>[] {
  const isWritten = (name: string) =>
    context.of('dictionary').has(name) || context.isInvalid('dictionary', name)
  const states = statesOf(
    [...context.of('lifecycle').values()].filter((document) => validDocuments.has(document)),
  )
  return [
    ...(isWritten(STATE_DICTIONARY) || states.length === 0
      ? []
      : [addDictionary(context, STATE_DICTIONARY, '内容状态', states)]),
    ...(isWritten(ACCOUNT_DICTIONARY) || !context.roles.some(({ registers }) => registers)
      ? []
      : [addDictionary(context, ACCOUNT_DICTIONARY, '注册申请状态', accountStates())]),
  ]
}

/** The first lifecycle names a state; another that calls it otherwise is reported with the lifecycles. */
function statesOf(lifecycles: readonly Document<WrittenLifecycle>[]): Items {
  const named = new Map<string, Items[number]>()
  for (const { value } of lifecycles)
    for (const [state, { title, public: isPublic, gone: isDeleted, final }] of Object.entries(value.states)) {
      const color = isPublic ? 'green' : isDeleted || final ? 'grey' : 'orange'
      if (!named.has(state)) named.set(state, { value: state, label: title, color })
    }
  return [...named.values()]
}

const accountStates = (): Items =>
  Object.entries(ACCOUNT_STATES).map(([value, { label, color }]) => ({ value, label, color }))
