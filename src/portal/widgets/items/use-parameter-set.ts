// Reads a parameter set in the browser: once for each category, and again when the configuration has changed.
import useSWR from 'swr'
import { getJson } from '#portal/core/api/client.ts'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'

interface SetRead {
  /** Undefined until it is there; of a category that is none, for ever. */
  readonly set: ParameterSet | undefined
  readonly hasFailed: boolean
}

export function useParameterRead(family: string | undefined, id: string | undefined): SetRead {
  const { hash } = useManifest()
  const address = family && id ? `/config/sets/${family}/${encodeURIComponent(id)}.json` : null
  const { data, error } = useSWR<ParameterSet>(
    address && [address, hash],
    () => getJson(`${address}?v=${hash}`),
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  )
  return { set: data, hasFailed: error !== undefined }
}

export const useParameterSet = (family: string | undefined, id: string | undefined) =>
  useParameterRead(family, id).set
