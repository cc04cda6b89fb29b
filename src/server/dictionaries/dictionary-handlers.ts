// Owns the calls that hand out dictionaries.

import type { Dictionary, DictionaryItem } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import type { Model } from '../../shared/model.ts'
import type { Handlers } from '../call.ts'
import { Serialized } from '../http/serialized.ts'

const isOpen = (dictionary: Dictionary) => dictionary.private !== true

const byModel = new WeakMap<Model, Serialized>()

function all(model: Model): Serialized {
  let text = byModel.get(model)
  if (!text) {
    const dictionaries: Record<string, readonly DictionaryItem[]> = {}
    for (const { name, items } of model.dictionaries.filter(isOpen)) dictionaries[name] = items
    text = new Serialized(JSON.stringify(dictionaries))
    byModel.set(model, text)
  }
  return text
}

export const dictionaryHandlers: Handlers = {
  'dict.all': async ({ services }) => all(services.model()),
  'dict.get': async ({ services, params }) => {
    const dictionary = services
      .model()
      .dictionaries.filter(isOpen)
      .find(({ name }) => name === params.name)
    if (!dictionary) throw new Failure('NOT_FOUND', { message: `字典“${String(params.name)}”不存在` })
    return dictionary.items
  },
}
