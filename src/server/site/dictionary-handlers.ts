// Owns the calls that hand out dictionaries, to each asker those that he may read.

import type { Handlers } from '#server/platform/call.ts'
import { Serialized } from '#server/platform/calls/serialized.ts'
import { type Asker, isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Dictionary, DictionaryItem } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

const canRead =
  (asker: Asker) =>
  ({ access = ['anyone'] }: Dictionary) =>
    isInAudience(asker, access)

/** Without what only searches need. */
function toOffered({ alias: _alias, ...item }: DictionaryItem): DictionaryItem {
  return item
}

/** By model and role: whoever has the same role reads the same. */
const known = new WeakMap<Model, Map<string, Serialized>>()

function all(model: Model, asker: Asker): Serialized {
  const byRole = known.get(model) ?? new Map<string, Serialized>()
  known.set(model, byRole)
  const role = asker?.role ?? ''
  let text = byRole.get(role)
  if (!text) {
    const dictionaries: Record<string, readonly DictionaryItem[]> = {}
    for (const { name, items } of model.dictionaries.filter(canRead(asker)))
      dictionaries[name] = items.map(toOffered)
    text = new Serialized(JSON.stringify(dictionaries))
    byRole.set(role, text)
  }
  return text
}

export const dictionaryHandlers: Handlers = {
  'dict.all': async ({ services, asker }) => all(services.model(), asker),
  'dict.get': async ({ services, params, asker }) => {
    const dictionary = services
      .model()
      .dictionaries.filter(canRead(asker))
      .find(({ name }) => name === params.name)
    if (!dictionary) throw new Failure('NOT_FOUND', { message: `字典“${String(params.name)}”不存在` })
    return dictionary.items.map(toOffered)
  },
}
