// Handles the calls that return dictionaries, as far as the caller may read them.

import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Handlers } from '#server/platform/call.ts'
import { type Caller, isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Dictionary, DictionaryItem } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

const canRead =
  (caller: Caller) =>
  ({ access = ['anyone'] }: Dictionary) =>
    isInAudience(caller, access)

/** Without what only searches need. */
function toOffered({ alias: _alias, ...item }: DictionaryItem): DictionaryItem {
  return item
}

/** The serialised dictionaries by model and role, since callers of a role read the same. */
const serializedByRole = perModel((_model: Model) => new Map<string, Serialized>())

function all(model: Model, caller: Caller): Serialized {
  const byRole = serializedByRole(model)
  const role = caller?.role ?? ''
  let text = byRole.get(role)
  if (!text) {
    const dictionaries: Record<string, readonly DictionaryItem[]> = {}
    for (const { name, items } of model.dictionaries.filter(canRead(caller)))
      dictionaries[name] = items.map(toOffered)
    text = new Serialized(JSON.stringify(dictionaries))
    byRole.set(role, text)
  }
  return text
}

/**
 * Handles `dict.all` and `dict.get`: the dictionaries that the caller may read. Throws `Failure('NOT_FOUND')` for
 * any other name.
 *
 * @example
 * const handlers: Handlers = { ...dictionaryHandlers }
 */
export const dictionaryHandlers: Handlers = {
  'dict.all': async ({ services, caller }) => all(services.model(), caller),
  'dict.get': async ({ services, params, caller }) => {
    const dictionary = services
      .model()
      .dictionaries.filter(canRead(caller))
      .find(({ name }) => name === params.name)
    if (!dictionary) throw new Failure('NOT_FOUND', { message: `字典“${String(params.name)}”不存在` })
    return dictionary.items.map(toOffered)
  },
}
