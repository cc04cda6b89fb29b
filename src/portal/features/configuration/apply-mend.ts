// Applies the mend of a finding to the text of its file.
import { produce } from 'immer'
import { type Mend, partsOf } from '#shared/calls/configuration-answers.ts'
import type { Json } from '#shared/model/json.ts'

type Holder = Record<string | number, Json>

/** Returns the file as it would be; throws `SyntaxError` where it is no JSON. */
export function applyMend(text: string, { patch }: Mend): Json {
  return patch.reduce<Json>((file, { path, value }) => {
    const next = JSON.parse(value) as Json
    const parts = partsOf(path, file)
    const last = parts.pop()
    if (last === undefined) return next
    return produce(file, (draft) => {
      const holder = parts.reduce<unknown>((place, part) => (place as Holder)[part], draft) as Holder
      holder[last] = next
    })
  }, JSON.parse(text) as Json)
}
