// Reads the key figures of a family of categories: the first parameters of each, in one answer for all cards of a
// page.
import useSWR from 'swr'
import { getJson } from '#portal/core/api/client.ts'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { KeyFigure } from '#shared/parameters/parameter-model.ts'

type KeyFigures = Readonly<Record<string, readonly KeyFigure[]>>

/** Undefined until they are there. */
export function useKeyFigures(family: string | undefined): KeyFigures | undefined {
  const { hash } = useManifest()
  const address = family ? `/config/figures/${family}.json` : null
  const { data } = useSWR<KeyFigures>(address && [address, hash], () => getJson(`${address}?v=${hash}`), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  return data
}

/** As a field that is shown and neither filled in nor sorted by. */
export function toField(figure: KeyFigure): Field {
  return { ...figure, required: false, filter: false, sort: false, system: false, schema: {} }
}
